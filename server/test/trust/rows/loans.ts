import { loansApi as api } from '@app/contract/market/loans';
import { allGet, NOBODY, row, setFor, signedIn } from '../row.ts';
import { laterDay } from '../scene.ts';

/** Loans are unknown to everybody but their two people, staff included. */
const partyOnly = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const body = () => ({ return_on: laterDay() });

export const loanRows = [
  row(api.request, setFor(signedIn, ['owner'], 'own_offer'), async (scene) => ({
    body: { ...body(), board_id: await scene.lentAd() },
  })),
  row(api.counterDay, partyOnly, async (scene) => ({
    params: { id: (await scene.loan('offered')).offerId },
    body: body(),
  })),
  row(api.proposeDay, partyOnly, async (scene) => ({ params: { id: (await scene.loan('lent')).id }, body: body() })),
  row(api.return, partyOnly, async (scene) => ({ params: { id: (await scene.loan('lent')).id } })),
];
