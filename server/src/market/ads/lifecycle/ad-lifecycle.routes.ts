import { adOwnerApi } from '@app/contract/market/ad-owner';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { discardDraft, getDraft, saveDraft } from '../drafts/ad-drafts.ts';
import { getAdStats } from '../visits/ad-stats.ts';
import { revealPhone } from '../visits/reveal-phone.ts';
import { countView } from './ad-days.ts';
import { setDeal } from './ad-deal.ts';
import { renewAd } from './archive-ad.ts';
import { eraseAd } from './erase-ad.ts';

export function registerAdLifecycle(app: FastifyInstance, services: Services): void {
  bind(app, services, adOwnerApi, {
    setDeal: ({ viewer, body }) => setDeal(services, viewer, body.board_id, body.deal),
    renew: ({ viewer, body }) => renewAd(services, viewer, body.board_id),
    erase: ({ viewer, query }) => eraseAd(services, viewer, query.board_id),
    stats: ({ viewer, params }) => getAdStats(services, viewer, params.id),
    view: ({ viewer, params, query, request }) =>
      countView(services, viewer, params.id, {
        userAgent: request.headers['user-agent'] ?? '',
        isPromoted: query.promoted === 1,
      }),
    revealPhone: ({ viewer, params }) => revealPhone(services, viewer, params.id),
    getDraft: ({ viewer }) => getDraft(services.db, viewer),
    saveDraft: ({ viewer, body }) => saveDraft(services, viewer, body),
    discardDraft: ({ viewer }) => discardDraft(services.db, viewer),
  });
}
