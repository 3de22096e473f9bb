import { meetingsApi as api } from '@app/contract/market/meetings';
import { allGet, NOBODY, row, setFor, signedIn } from '../row.ts';

const MINUTE_MS = 60_000;

/** Meetings are unknown to everybody but their two people, staff included. */
const partyOnly = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const later = () => ({ place: 'Вход в почту', at: new Date(Date.now() + 90 * MINUTE_MS).toISOString() });

export const meetingRows = [
  row(api.list, signedIn),
  row(api.one, partyOnly, async (scene) => ({ params: { id: (await scene.meeting('proposed')).id } })),
  row(api.options, signedIn, async (scene) => ({ query: { board_id: await scene.ad() } })),
  row(api.propose, partyOnly, async (scene) => {
    const { adId, buyerId } = await scene.deal('accepted');
    return { body: { board_id: adId, user_id: buyerId, ...later() } };
  }),
  row(api.change, partyOnly, async (scene) => ({
    params: { id: (await scene.meeting('agreed')).id },
    body: later(),
  })),
  row(api.accept, partyOnly, async (scene) => ({ params: { id: (await scene.meeting('proposed')).id } })),
  row(api.decline, partyOnly, async (scene) => ({ params: { id: (await scene.meeting('proposed')).id } })),
  row(api.cancel, partyOnly, async (scene) => ({
    params: { id: (await scene.meeting('agreed')).id },
    body: { reason: 'Не успеваю' },
  })),
  row(api.arrive, partyOnly, async (scene) => ({ params: { id: (await scene.meeting('agreed', 5)).id } })),
  row(api.confirm, partyOnly, async (scene) => ({ params: { id: (await scene.meeting('agreed', -5)).id } })),
  row(api.setRelative, partyOnly, async (scene) => ({
    params: { id: (await scene.meeting('agreed')).id },
    body: { user_id: null },
  })),
];
