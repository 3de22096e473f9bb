import type { ActiveCall } from '../call-store.ts';
import { listCallTiles } from '../window/call-tiles.ts';

/** What is recorded: only of people who agreed to it. */
export interface RecordingScene {
  tiles: readonly RecordingSceneTile[];
  sounds: readonly MediaStreamTrack[];
}

export interface RecordingSceneTile {
  key: string;
  name: string;
  isScreen: boolean;
  /** Null: without a picture right now. */
  stream: MediaStream | null;
}

/** The call as it is recorded: whoever has not agreed is neither seen nor heard, whatever comes in of theirs. */
export function buildRecordingScene(running: ActiveCall, viewerId: number): RecordingScene {
  const agreed = new Set(running.call?.recording?.agreed ?? []);
  const tiles = listCallTiles(running, viewerId)
    .filter(({ user, isRinging }) => agreed.has(user) && !isRinging)
    .map(({ key, kind, firstname, lastname, stream }) => ({
      key,
      name: `${firstname} ${lastname}`.trim(),
      isScreen: kind === 'screen',
      stream,
    }));
  const others = running.media.streams.filter(({ user }) => agreed.has(user));
  const own = agreed.has(viewerId) ? [running.own.sound, running.own.screenSound] : [];
  const streams = [...others.map(({ stream }) => stream), ...own];
  return { tiles, sounds: streams.flatMap((stream) => stream?.getAudioTracks() ?? []) };
}
