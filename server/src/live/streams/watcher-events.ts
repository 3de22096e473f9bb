import type { StreamReactions } from '@app/contract/live/streams';

/** Events of streams between nodes. The state and messages are read from the database on delivery. */
export type WatcherEvent =
  /** The state changed; watchers who may no longer view the stream are removed. */
  | { type: 'state' }
  | { type: 'viewers'; count: number }
  | { type: 'chat'; messageId: number; by: number }
  | { type: 'chat_deleted'; id: number }
  | { type: 'reactions'; counts: StreamReactions }
  | { type: 'pins'; board_ids: number[] }
  | { type: 'muted'; user_id: number; muted: 0 | 1 }
  | { type: 'slow'; seconds: number };

export const watcherTopic = (streamId: number): string => `stream:${streamId}`;
