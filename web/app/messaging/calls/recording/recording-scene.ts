import type { ActiveCall } from '../call-state.ts';
import { listCallTiles } from '../window/call-tiles.ts';

export interface RecordingScene {
  tiles: readonly RecordingSceneTile[];
  sounds: readonly MediaStreamTrack[];
}

export interface RecordingSceneTile {
  key: string;
  name: string;
  isScreen: boolean;
  stream: MediaStream | null;
}

/** Builds the recorded scene. Streams of participants who have not agreed are left out. */
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
