import { ownAdsApi } from '@app/contract/market/own-ads';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { actOnOwnAds } from './act-on-own-ads.ts';
import { listOwnAds } from './list-own-ads.ts';
import { countOwnLists } from './own-ad-lists.ts';
import { setVacation } from './vacation.ts';

export function registerOwnAds(app: FastifyInstance, services: Services): void {
  bind(app, services, ownAdsApi, {
    listOwn: ({ viewer, query }) => listOwnAds(services, viewer, query),
    countOwn: ({ viewer }) => countOwnLists(services.pool, viewer.userId, services.clock()),
    setVacation: ({ viewer, body }) => setVacation(services, viewer, body.on === 1),
    actOnOwn: ({ viewer, body }) => actOnOwnAds(services, viewer, body),
  });
}
