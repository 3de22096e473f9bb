import { promotionApi } from '@app/contract/market/promotion';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { getPromotionOffer, getPromotionReport, listOwnPromotions } from './promotion-overview.ts';
import { startPromotion } from './start-promotion.ts';
import { listTariffs, setTariffs } from './tariffs.ts';

export function registerPromotion(app: FastifyInstance, services: Services): void {
  bind(app, services, promotionApi, {
    tariffs: async () => ({ tariffs: await listTariffs(services.db) }),
    setTariffs: ({ viewer, body }) => setTariffs(services, viewer, body),
    offer: ({ viewer, params }) => getPromotionOffer(services, viewer, params.id),
    start: ({ viewer, body, idempotency }) => startPromotion(services, viewer, body, idempotency),
    list: ({ viewer, query }) => listOwnPromotions(services, viewer, query),
    report: ({ viewer, params }) => getPromotionReport(services, viewer, params.id),
  });
}
