import { promotionApi } from '@app/contract/market/promotion';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { getPromotionOffer, getPromotionReport, listOwnPromotions } from './promotion-overview.ts';
import { startPromotion } from './start-promotion.ts';
import { listTariffs, setTariffs } from './tariffs.ts';

export function registerPromotion(app: FastifyInstance, services: Services): void {
  bind(app, services, promotionApi.tariffs, async () => ({ tariffs: await listTariffs(services.db) }));
  bind(app, services, promotionApi.setTariffs, ({ viewer, body }) => setTariffs(services, viewer, body));
  bind(app, services, promotionApi.offer, ({ viewer, params }) => getPromotionOffer(services, viewer, params.id));
  bind(app, services, promotionApi.start, ({ viewer, body, idempotency }) =>
    startPromotion(services, viewer, body, idempotency),
  );
  bind(app, services, promotionApi.list, ({ viewer, query }) => listOwnPromotions(services, viewer, query));
  bind(app, services, promotionApi.report, ({ viewer, params }) => getPromotionReport(services, viewer, params.id));
}
