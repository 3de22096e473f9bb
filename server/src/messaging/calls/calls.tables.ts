import type { CallMode } from '@app/contract/messaging/calls';
import type { ColumnType, Generated } from 'kysely';
import type { CallListening } from './call-listening.ts';
import type { ParticipantState } from './call-state.ts';

type WrittenOnce<T> = ColumnType<T, T, never>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface CallsTable {
  id: Generated<number>;
  room_id: WrittenOnce<string>;
  starter_id: number | null;
  ad_id: WrittenOnce<number | null>;
  is_video: WrittenOnce<boolean>;
  state: 'ringing' | 'running' | 'ended';
  mode: CallMode;
  created_at: WrittenOnce<Date>;
  started_at: OptionalTime;
  ended_at: OptionalTime;
  alone_since: OptionalTime;
  due_at: OptionalTime;
  recording: Generated<number>;
  recording_began_at: OptionalTime;
  recording_since: OptionalTime;
  recording_refused_at: OptionalTime;
  /** JSON text when written. */
  listening: ColumnType<CallListening | null, string | null | undefined, string | null>;
  listening_revision: Generated<number>;
}

interface CallPeopleTable {
  call_id: number;
  user_id: number;
  state: ParticipantState;
  inviter_id: number | null;
  rings: number;
  recorded_rings: Generated<number>;
  rung_at: OptionalTime;
  rings_until: OptionalTime;
  online_until: OptionalTime;
  page: string | null;
  joined_at: OptionalTime;
  left_at: OptionalTime;
  has_joined: boolean;
  connected_ms: number;
  is_recording: Generated<boolean>;
  agreed_to: Generated<number>;
  agreed_at: OptionalTime;
  recorded_ms: Generated<number>;
}

interface CallMessagesTable {
  id: Generated<number>;
  call_id: number;
  user_id: number;
  client_key: WrittenOnce<string | null>;
  content: WrittenOnce<string>;
  created_at: WrittenOnce<Date>;
}

export interface CallsTables {
  calls: CallsTable;
  call_participants: CallPeopleTable;
  call_messages: CallMessagesTable;
}
