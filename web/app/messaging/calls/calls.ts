import { callsApi } from '#contract/messaging/calls';
import { blurBackground } from '../../live/media-rooms/blur.ts';
import * as devices from '../../live/media-rooms/devices.ts';
import { openPeer } from '../../live/media-rooms/peer.ts';
import { openRoom } from '../../live/media-rooms/room.ts';
import { createSaver } from '../../live/media-rooms/saver.ts';
import { call } from '../../platform/call.ts';
import { duck } from '../../platform/sound-focus.ts';
import { openCallLine } from './call-line.ts';
import { type CallPorts, type Calls, createCalls, type RecordWish } from './call-store.ts';
import { type CallTabs, openCallTabs } from './call-tabs.ts';
import { keepCall, readKept } from './kept-call.ts';
import { createVoices } from './media/call-voices.ts';
import { ring } from './media/ring-sound.ts';
import { createRecordingKeeper, type RecordingKeeper, type RecordingSaying } from './recording/keep-recording.ts';
import { findLeft } from './recording/pieces.ts';
import type { Recorded } from './recording/recorder.ts';

/** Music during a call, as a share of its loudness. */
const DUCKED = 0.15;

/** Speech comes first: music is quieter, a voice note that plays stops. */
function hush(): () => void {
  duck(DUCKED);
  void import('../voice-notes/player.ts').then(
    ({ pause }) => pause(),
    () => undefined,
  );
  return () => duck(1);
}

export interface PageCalls extends Calls {
  tabs: CallTabs;
  recordings: RecordingKeeper;
}

/** What pages before this one recorded and nobody took. */
async function findRecorded(viewerId: number): Promise<Recorded[]> {
  const left = await findLeft(viewerId);
  if (left.length === 0) return [];
  const { recordedOf } = await import('./recording/recorder.ts');
  const made = await Promise.all(left.map(({ pieces, ...about }) => recordedOf(pieces, about)));
  return made.filter((one) => one !== null);
}

/** The calls of a signed-in person on this page. All of it is loaded with the first call. */
export function openCalls(
  viewerId: number,
  {
    onSaying,
    onMessage,
    onRecording,
  }: Pick<CallPorts, 'onSaying' | 'onMessage'> & { onRecording(saying: RecordingSaying): void },
): PageCalls {
  const tabs = openCallTabs((letter) => calls.hearTab(letter));
  const calls = createCalls({
    viewerId,
    ways: { openRoom, openPeer, createSaver },
    devices: { ...devices, blurBackground },
    api: {
      start: (body) => call(callsApi.start, { body }),
      accept: (room_id) => call(callsApi.accept, { params: { room_id } }),
      decline: (room_id) => call(callsApi.decline, { params: { room_id } }),
      hangup: (room_id) => call(callsApi.hangup, { params: { room_id }, keepalive: true }),
      add: (room_id, user_id) => call(callsApi.add, { params: { room_id }, body: { user_id } }),
      media: (room_id) => call(callsApi.media, { params: { room_id }, body: {} }),
      current: () => call(callsApi.current, { isQuiet: true }),
    },
    openLine: (name, first, onEvent) => openCallLine(name, viewerId, first, onEvent),
    tabs,
    makeVoices: createVoices,
    ring,
    hush,
    keep: keepCall,
    kept: readKept,
    onSaying,
    onMessage,
  });
  const recordings = createRecordingKeeper({
    viewerId,
    isHeard: calls.isHeard,
    stop: (id) => calls.record({ is: 'stop', id }),
    start: async (events) => (await import('./recording/recorder.ts')).startRecorder(viewerId, events),
    findLeft: () => findRecorded(viewerId),
    say: onRecording,
  });
  calls.subscribe(() => recordings.follow(calls.state().running));
  return {
    ...calls,
    tabs,
    recordings,
    record(wish: RecordWish) {
      if (wish.is === 'ask') recordings.noteAsked(calls.state().running?.room ?? '');
      calls.record(wish);
    },
    close() {
      recordings.close();
      calls.close();
      tabs.close();
    },
  };
}
