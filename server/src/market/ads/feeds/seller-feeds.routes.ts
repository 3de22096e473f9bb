import { sellerFeedsApi } from '@app/contract/market/seller-feeds';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { checkFeed, getFeed, startFeed } from './seller-feeds.ts';

export function registerSellerFeeds(app: FastifyInstance, services: Services): void {
  bind(app, services, sellerFeedsApi, {
    get: ({ viewer }) => getFeed(services, viewer),
    check: ({ viewer, body, files }) => checkFeed(services, viewer, body, files.feed),
    run: ({ viewer, params }) => startFeed(services, viewer, params.id),
  });
}
