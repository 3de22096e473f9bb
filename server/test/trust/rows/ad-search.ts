import { adMapApi } from '@app/contract/market/ad-map';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adSearchApi } from '@app/contract/market/ad-search';
import { everyone, ownerOrStaffElse, row, signedIn } from '../row.ts';

export const adSearchRows = [
  row(adSearchApi.suggest, everyone, () => ({ query: { search: 'лод' } })),
  row(adSearchApi.proposeCategories, signedIn, () => ({ query: { title: 'Лодка' } })),
  row(adSearchApi.facets, everyone, () => ({ query: { search: 'лодка' } })),
  row(adSearchApi.facets, signedIn, () => ({ query: { friends_of_friends: 1 as const } }), 'of friends of friends'),
  row(adMapApi.show, everyone, () => ({ query: { west: '30', south: '50', east: '40', north: '60', zoom: 5 } })),
  row(adMapApi.area, everyone, () => ({ query: {} })),
  row(adMapApi.ground, everyone, () => ({})),
  row(adOwnerApi.similar, everyone, async (scene) => ({ params: { id: await scene.ad() } }), 'to a published ad'),
  row(
    adOwnerApi.similar,
    everyone,
    async (scene) => ({ params: { id: await scene.archivedAd() } }),
    'to an ad that is gone',
  ),
  row(
    adOwnerApi.similar,
    ownerOrStaffElse('not_found'),
    async (scene) => ({ params: { id: await scene.disabledAd() } }),
    'to one that is switched off',
  ),
];
