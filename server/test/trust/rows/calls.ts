import { callsApi } from '@app/contract/messaging/calls';
import { allGet, NOBODY, row, setFor, signedIn } from '../row.ts';

/** Calls are visible to their participants only, not to staff. */
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');

export const callsRows = [
  row(
    callsApi.start,
    setFor(allGet('call_not_allowed'), NOBODY, 'unauthorized'),
    async (scene) => ({ body: { user_id: await scene.uncallable() } }),
    'somebody who takes no calls',
  ),
  row(callsApi.start, signedIn, async (scene) => ({ body: { user_id: await scene.callable() } })),
  row(callsApi.current, signedIn),
  row(callsApi.history, signedIn),
  row(callsApi.chat, onesOwn, async (scene) => ({ query: { room_id: await scene.room() } })),
  row(callsApi.sendMessage, onesOwn, async (scene) => ({ body: { room_id: await scene.room(), message: 'Слышно?' } })),
  row(callsApi.accept, onesOwn, async (scene) => ({ params: { room_id: await scene.ringing() } })),
  row(callsApi.decline, onesOwn, async (scene) => ({ params: { room_id: await scene.ringing() } })),
  row(callsApi.hangup, onesOwn, async (scene) => ({ params: { room_id: await scene.room() } })),
  row(callsApi.add, onesOwn, async (scene) => ({
    params: { room_id: await scene.room() },
    body: { user_id: await scene.callable() },
  })),
  row(callsApi.media, onesOwn, async (scene) => ({ params: { room_id: await scene.room() } })),
];
