import { defineDomain } from '../../platform/domain.ts';
import { exportFavoritesOf } from './export-favorites.public.ts';
import { forgetFavorites } from './favorites.public.ts';
import { registerFavorites } from './favorites.routes.ts';
import { sweepFavorites } from './sweep-favorites.job.ts';
import { tellKeepers } from './tell-keepers.job.ts';

export const favorites = defineDomain({
  name: 'favorites',
  routes: registerFavorites,
  jobs: [sweepFavorites, tellKeepers],
  periodicJobs: [{ job: sweepFavorites, everySeconds: 3600 }],
  userData: { erase: forgetFavorites, exports: { favorites: exportFavoritesOf } },
});
