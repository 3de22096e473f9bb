import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { sellerFeedsApi } from '@app/contract/market/seller-feeds';
import { sellerSettingsApi } from '@app/contract/market/seller-settings';
import { allGet, everyone, NOBODY, ownerOrStaff, ownerOrStaffElse, row, setFor, signedIn } from '../row.ts';

const FEED = {
  field: 'feed',
  name: 'feed.csv',
  type: 'text/csv',
  bytes: Buffer.from('external_id;board_title;board_description\n1;Лодка;Надувная\n'),
};

export const adLifeRows = [
  row(adsApi.get, everyone, async (scene) => ({ params: { id: await scene.soldAd() } }), 'sold'),
  row(adsApi.get, ownerOrStaffElse('gone'), async (scene) => ({ params: { id: await scene.expiredAd() } }), 'expired'),
  row(
    adsApi.get,
    ownerOrStaffElse('not_found'),
    async (scene) => ({ params: { id: await scene.heldAd() } }),
    'waiting for staff',
  ),
  row(
    adsApi.edit,
    setFor(ownerOrStaff, ['owner', 'manager', 'admin', 'superuser'], 'conflict'),
    async (scene) => ({ body: { board_id: await scene.ad(), board_title: 'Плот', board_revision: 77 } }),
    'from an older revision',
  ),
  row(
    adsApi.restore,
    setFor(ownerOrStaff, ['owner'], 'forbidden'),
    async (scene) => ({ query: { board_id: await scene.blockedAd() } }),
    'blocked',
  ),
  row(adOwnerApi.setDeal, ownerOrStaff, async (scene) => ({
    body: { board_id: await scene.ad(), deal: 'sold' as const },
  })),
  row(adOwnerApi.renew, ownerOrStaff, async (scene) => ({ body: { board_id: await scene.ad() } })),
  row(
    adOwnerApi.renew,
    ownerOrStaff,
    async (scene) => ({ body: { board_id: await scene.expiredAd() } }),
    'out of the archive',
  ),
  row(
    adOwnerApi.renew,
    setFor(ownerOrStaff, ['owner'], 'forbidden'),
    async (scene) => ({ body: { board_id: await scene.blockedAd() } }),
    'blocked',
  ),
  row(adOwnerApi.erase, ownerOrStaff, async (scene) => ({ query: { board_id: await scene.ad() } })),
  row(adOwnerApi.stats, ownerOrStaff, async (scene) => ({ params: { id: await scene.ad() } })),
  row(adOwnerApi.view, everyone, async (scene) => ({ params: { id: await scene.ad() } })),
  row(adOwnerApi.revealPhone, signedIn, async (scene) => ({ params: { id: await scene.ad() } })),
  row(
    adOwnerApi.revealPhone,
    setFor(ownerOrStaffElse('gone'), NOBODY, 'unauthorized'),
    async (scene) => ({ params: { id: await scene.soldAd() } }),
    'of a sold ad',
  ),
  row(
    adOwnerApi.revealPhone,
    setFor(setFor(allGet('ok'), ['unpaid', 'paid'], 'not_found'), NOBODY, 'unauthorized'),
    async (scene) => ({ params: { id: await scene.disabledAd() } }),
    'of an ad switched off',
  ),
  row(ownAdsApi.listOwn, signedIn),
  row(ownAdsApi.countOwn, signedIn),
  row(sellerSettingsApi.get, signedIn),
  row(sellerSettingsApi.change, signedIn, () => ({ body: { away: { on: 1 as const, text: 'Отвечу завтра' } } })),
  row(sellerFeedsApi.get, signedIn),
  row(sellerFeedsApi.check, signedIn, () => ({ files: [FEED] })),
  row(
    sellerFeedsApi.run,
    setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized'),
    async (scene) => ({
      params: { id: await scene.feed() },
    }),
  ),
  row(ownAdsApi.setVacation, signedIn, () => ({ body: { on: 1 as const } })),
  row(ownAdsApi.actOnOwn, setFor(ownerOrStaff, ['manager', 'admin', 'superuser'], 'forbidden'), async (scene) => ({
    body: { board_ids: [await scene.ad(), await scene.soldAd()], act: 'erase' as const },
  })),
  row(adOwnerApi.usualPrice, signedIn, () => ({ query: { category: 1 } })),
  row(adOwnerApi.getDraft, signedIn),
  row(adOwnerApi.saveDraft, signedIn, () => ({ body: { draft: { board_title: 'Лод' } } })),
  row(adOwnerApi.discardDraft, signedIn),
];
