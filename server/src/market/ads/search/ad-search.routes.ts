import { adMapApi } from '@app/contract/market/ad-map';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adSearchApi } from '@app/contract/market/ad-search';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { getCategoryProposals } from '../category-proposal/propose-categories.ts';
import { findMapArea } from '../map/map-area.ts';
import { openMapTiles, presentGround } from '../map/map-tiles.public.ts';
import { showMap } from '../map/show-map.ts';
import { countFacets } from './ad-facets.ts';
import { suggestSearches } from './ad-suggest.ts';
import { findSimilarAds } from './similar-ads.ts';

export function registerAdSearch(app: FastifyInstance, services: Services): void {
  bind(app, services, adSearchApi, {
    proposeCategories: ({ viewer, query }) => getCategoryProposals(services, viewer, query.title),
    suggest: ({ viewer, query }) => suggestSearches(services, viewer, query),
    facets: ({ viewer, query }) => countFacets(services, viewer, query),
  });
  bind(app, services, adMapApi, {
    show: ({ viewer, query }) => showMap(services, viewer, query),
    area: ({ viewer, query }) => findMapArea(services, viewer, query),
    ground: async () => ({ ground: presentGround(await openMapTiles(services.config.mapFile)) }),
  });
  bind(app, services, adOwnerApi, {
    similar: ({ viewer, params }) => findSimilarAds(services, viewer, params.id),
  });
}
