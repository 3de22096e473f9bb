import { adOwnerApi } from '@app/contract/market/ad-owner';
import { moderationApi } from '@app/contract/trust/moderation';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../../platform/http/bind.ts';
import type { Services } from '../../../platform/services.ts';
import { decideOnAd, listHeldAds } from './review.ts';
import { addStopWord, listStopWords, removeStopWord } from './stop-words.ts';
import { findTwins } from './twins.ts';

/** What stands between writing an ad and its publication: look-alikes, stop words, and the queue that staff work through. */
export function registerReview(app: FastifyInstance, services: Services): void {
  bind(app, services, adOwnerApi.twins, ({ viewer, body, files }) =>
    findTwins(services, viewer, body, files['board_photo[]'] ?? []),
  );
  bind(app, services, moderationApi.listHeld, ({ viewer, query }) => listHeldAds(services, viewer, query));
  bind(app, services, moderationApi.decide, ({ viewer, body }) => decideOnAd(services, viewer, body));
  bind(app, services, moderationApi.listStopWords, ({ viewer, query }) => listStopWords(services, viewer, query));
  bind(app, services, moderationApi.addStopWord, ({ viewer, body }) => addStopWord(services, viewer, body));
  bind(app, services, moderationApi.removeStopWord, ({ viewer, query }) => removeStopWord(services, viewer, query.id));
}
