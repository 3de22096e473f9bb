import { adOwnerApi } from '@app/contract/market/ad-owner';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { setDeal } from '../ad-deal.ts';
import { discardDraft, getDraft, saveDraft } from '../ad-drafts.ts';
import { getAdStats } from '../visits/ad-stats.ts';
import { revealPhone } from '../visits/reveal-phone.ts';
import { countView } from './ad-days.ts';
import { renewAd } from './archive-ad.ts';

export function registerAdLifecycle(app: FastifyInstance, services: Services): void {
  bind(app, services, adOwnerApi.setDeal, ({ viewer, body }) => setDeal(services, viewer, body.board_id, body.deal));
  bind(app, services, adOwnerApi.renew, ({ viewer, body }) => renewAd(services, viewer, body.board_id));
  bind(app, services, adOwnerApi.stats, ({ viewer, params }) => getAdStats(services, viewer, params.id));
  bind(app, services, adOwnerApi.view, ({ viewer, params, query, request }) =>
    countView(services, viewer, params.id, {
      userAgent: request.headers['user-agent'] ?? '',
      isPromoted: query.promoted === 1,
    }),
  );
  bind(app, services, adOwnerApi.revealPhone, ({ viewer, params }) => revealPhone(services, viewer, params.id));
  bind(app, services, adOwnerApi.getDraft, ({ viewer }) => getDraft(services.db, viewer));
  bind(app, services, adOwnerApi.saveDraft, ({ viewer, body }) => saveDraft(services, viewer, body));
  bind(app, services, adOwnerApi.discardDraft, ({ viewer }) => discardDraft(services.db, viewer));
}
