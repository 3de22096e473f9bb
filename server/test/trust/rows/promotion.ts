import { promotionApi } from '@app/contract/market/promotion';
import { administrators, allGet, NOBODY, row, setFor, signedIn } from '../row.ts';

/** Only the owner promotes an ad and sees promotions, not staff. */
const owners = setFor(setFor(allGet('forbidden'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const ownersElse = (outcome: 'not_found') => setFor(setFor(allGet(outcome), ['owner'], 'ok'), NOBODY, 'unauthorized');

const tariff = {
  kind: 'raise' as const,
  days: 1,
  price_kopecks: 4900,
  promised_views: 10,
  bonus_percent: 50,
  enabled: 1 as const,
};
const wish = { kind: 'raise' as const, days: 1, price_kopecks: 4900 };
const BUSINESS = { advertiser: 'Лодки', inn: '7707083893', erid: '2VtzqwQet7H' };

export const promotionRows = [
  row(promotionApi.tariffs, administrators),
  row(promotionApi.setTariffs, administrators, () => ({ body: { tariffs: [tariff] } })),
  row(promotionApi.offer, owners, async (scene) => ({ params: { id: await scene.ad() } })),
  row(
    promotionApi.offer,
    ownersElse('not_found'),
    async (scene) => ({ params: { id: await scene.disabledAd() } }),
    'of an ad switched off',
  ),
  row(promotionApi.start, setFor(owners, ['owner'], 'not_enough_money'), async (scene) => ({
    body: { board_id: await scene.ad(), ...wish, ...BUSINESS },
  })),
  row(
    promotionApi.start,
    setFor(owners, ['owner'], 'invalid_input'),
    async (scene) => ({ body: { board_id: await scene.ad(), ...wish } }),
    'of a business that does not say who it is',
  ),
  row(
    promotionApi.start,
    setFor(ownersElse('not_found'), ['owner'], 'ad_not_shown'),
    async (scene) => ({ body: { board_id: await scene.disabledAd(), ...wish, ...BUSINESS } }),
    'of an ad switched off',
  ),
  row(promotionApi.list, signedIn),
  row(promotionApi.report, ownersElse('not_found'), async (scene) => ({ params: { id: await scene.promotion() } })),
];
