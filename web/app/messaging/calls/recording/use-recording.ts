import { useSyncExternalStore } from 'react';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import type { FinishedRecording } from './recorder.ts';

export interface RecordingView {
  id: number;
  /** `ask`: the viewer has not agreed yet; the other values describe a recording the viewer agreed to or requested. */
  status: 'ask' | 'asked' | 'running' | 'paused';
  hasBegun: boolean;
  isMine: boolean;
  /** Name of the user who gets the file. */
  name: string;
  waiting: readonly string[];
}

export function recordingViewOf({ call }: ActiveCall, viewerId: number): RecordingView | null {
  const recording = call?.recording ?? null;
  if (call === null || recording === null) return null;
  const { id, by, state, agreed } = recording;
  const nameOf = (person: { firstname: string; lastname: string } | undefined): string =>
    `${person?.firstname ?? ''} ${person?.lastname ?? ''}`.trim();
  const inside = call.people.filter((person) => person.state === 'joined' || person.state === 'away');
  return {
    id,
    status: agreed.includes(viewerId) ? state : 'ask',
    hasBegun: state !== 'asked',
    isMine: by === viewerId,
    name: nameOf(call.people.find(({ user_id }) => user_id === by)),
    waiting: inside.filter(({ user_id }) => !agreed.includes(user_id)).map(nameOf),
  };
}

export function useFinishedRecordings(): readonly FinishedRecording[] {
  const { recordings } = useCalls().calls;
  return useSyncExternalStore(recordings.subscribe, recordings.recorded, recordings.recorded);
}
