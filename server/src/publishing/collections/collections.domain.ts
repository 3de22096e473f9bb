import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseCollections } from './collections.public.ts';
import { registerCollections } from './collections.routes.ts';
import { exportCollectionsOf } from './export-collections.public.ts';

export const collections = defineDomain({
  name: 'collections',
  routes: registerCollections,
  userData: { erase: eraseCollections, exports: { collections: exportCollectionsOf } },
});
