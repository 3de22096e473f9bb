import { adOwnerApi } from '@app/contract/market/ad-owner';
import { moderationApi } from '@app/contract/market/ad-review';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { addBlocklistWord, listBlocklistWords, removeBlocklistWord } from './blocklist-words.ts';
import { findDuplicateAds } from './duplicate-ads.ts';
import { decideOnAd, listHeldAds } from './review.ts';

export function registerReview(app: FastifyInstance, services: Services): void {
  bind(app, services, adOwnerApi, {
    duplicates: ({ viewer, body, files }) => findDuplicateAds(services, viewer, body, files['board_photo[]'] ?? []),
  });
  bind(app, services, moderationApi, {
    listHeld: ({ viewer, query }) => listHeldAds(services, viewer, query),
    decide: ({ viewer, body }) => decideOnAd(services, viewer, body),
    listBlocklistWords: ({ viewer, query }) => listBlocklistWords(services, viewer, query),
    addBlocklistWord: ({ viewer, body }) => addBlocklistWord(services, viewer, body),
    removeBlocklistWord: ({ viewer, query }) => removeBlocklistWord(services, viewer, query.id),
  });
}
