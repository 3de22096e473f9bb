import { dealsApi } from '@app/contract/market/deals';
import { complaintsApi } from '@app/contract/trust/complaints';
import { allGet, everyone, NOBODY, ownerOrStaff, row, setFor, signedIn } from '../row.ts';

/** Deals are unknown to everybody but their two people, staff included. */
const partyOnly = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const subjectOnly = setFor(ownerOrStaff, ['manager', 'admin', 'superuser'], 'forbidden');

export const dealRows = [
  row(dealsApi.offer, setFor(signedIn, ['owner'], 'own_offer'), async (scene) => ({
    body: { board_id: await scene.ad(), price: 100 },
  })),
  row(dealsApi.counter, partyOnly, async (scene) => ({
    params: { id: (await scene.deal('offered')).offerId },
    body: { price: 200 },
  })),
  row(dealsApi.accept, partyOnly, async (scene) => ({ params: { id: (await scene.deal('offered')).offerId } })),
  row(dealsApi.decline, partyOnly, async (scene) => ({ params: { id: (await scene.deal('offered')).offerId } })),
  row(dealsApi.withdraw, partyOnly, async (scene) => ({ params: { id: (await scene.deal('countered')).offerId } })),
  row(dealsApi.list, signedIn),
  row(dealsApi.confirm, partyOnly, async (scene) => ({ params: { id: (await scene.deal('accepted')).id } })),
  row(dealsApi.cancel, partyOnly, async (scene) => ({ params: { id: (await scene.deal('accepted')).id } })),
  row(dealsApi.review, partyOnly, async (scene) => ({
    params: { id: (await scene.deal('done')).id },
    body: { stars: 5, content: 'Всё хорошо' },
  })),
  row(dealsApi.reviews, everyone, ({ owner }) => ({ params: { id: owner.id } })),
  row(dealsApi.figures, everyone, ({ owner }) => ({ params: { id: owner.id } })),
  row(dealsApi.answer, subjectOnly, async (scene) => ({
    params: { id: await scene.dealReview() },
    body: { content: 'Спасибо' },
  })),
  row(
    complaintsApi.add,
    signedIn,
    async (scene) => ({ body: { review_id: await scene.dealReview(), reason: 'offensive' as const } }),
    'about a review of a deal',
  ),
];
