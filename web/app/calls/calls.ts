import { callsApi } from '#contract/calls';
import { blurBackground } from '../media-room/blur.ts';
import * as devices from '../media-room/devices.ts';
import { openPeer } from '../media-room/peer.ts';
import { openRoom } from '../media-room/room.ts';
import { createSaver } from '../media-room/saver.ts';
import { call } from '../platform/call.ts';
import { duck } from '../platform/sound-focus.ts';
import { openCallLine } from './call-line.ts';
import { type CallPorts, type Calls, createCalls } from './call-store.ts';
import { type CallTabs, openCallTabs } from './call-tabs.ts';
import { createVoices } from './call-voices.ts';
import { keepCall, readKept } from './kept-call.ts';
import { ring } from './ring-sound.ts';

/** Music during a call, as a share of its loudness. */
const DUCKED = 0.15;

/** Speech comes first: music is quieter, a voice note that plays stops. */
function hush(): () => void {
  duck(DUCKED);
  void import('../voice/player.ts').then(
    ({ pause }) => pause(),
    () => undefined,
  );
  return () => duck(1);
}

export interface PageCalls extends Calls {
  tabs: CallTabs;
}

/** The calls of a signed-in person on this page. All of it is loaded with the first call. */
export function openCalls(
  viewerId: number,
  { onSaying, onMessage }: Pick<CallPorts, 'onSaying' | 'onMessage'>,
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
  return {
    ...calls,
    tabs,
    close() {
      calls.close();
      tabs.close();
    },
  };
}
