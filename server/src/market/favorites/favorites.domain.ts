import { defineDomain } from '../../platform/domain/domain.ts';
import { exportFavoritesOf } from './export-favorites.public.ts';
import { onAdEventForFavorites } from './favorite-events.public.ts';
import { eraseFavorites } from './favorites.public.ts';
import { registerFavorites } from './favorites.routes.ts';
import { notifyFavoriters } from './notify-favoriters.job.ts';
import { sweepFavorites } from './sweep-favorites.job.ts';

export const favorites = defineDomain({
  name: 'favorites',
  share: 'market',
  routes: registerFavorites,
  jobs: [notifyFavoriters],
  periodicJobs: [{ job: sweepFavorites, everySeconds: 3600 }],
  on: { 'ads.changed': (services, tx, { changes }) => onAdEventForFavorites(services, tx, changes) },
  userData: { erase: eraseFavorites, exports: { favorites: exportFavoritesOf } },
});
