import { casesApi } from '@app/contract/trust/cases';
import { complaintResponseStatsApi, sanctionsApi } from '@app/contract/trust/sanctions';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { appealSanction, appealSanctionByLink, getSanctionByLink, liftSanction } from './appeal-sanction.ts';
import { countCases, listCases } from './cases.queries.ts';
import { claimCase, releaseCase, reopenCase } from './claim-case.ts';
import { getComplaintResponseStats } from './complaint-response-stats.ts';
import { listOwnSanctions } from './own-sanctions.ts';
import { viewCase } from './present-case-details.ts';
import { resolveCase, resolveCases } from './resolve-case.ts';

export function registerModeration(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, casesApi, {
    list: async ({ viewer, query }) => {
      const { kind, mine, overdue, done, search } = query;
      const details = { kind, mine, overdue, done, search, offset: query.offset };
      await recordStaffAction(db, viewer, clock(), { action: 'moderation.list', details });
      return listCases(db, viewer, query, clock());
    },
    counts: ({ viewer }) => countCases(db, viewer, clock()),
    resolveMany: ({ viewer, body }) => resolveCases(services, viewer, body),
    get: ({ viewer, params }) => viewCase(services, viewer, params.id),
    claim: ({ viewer, params }) => claimCase(services, viewer, params.id),
    release: ({ viewer, params }) => releaseCase(services, viewer, params.id),
    resolve: ({ viewer, params, body }) => resolveCase(services, viewer, params.id, body),
    reopen: ({ viewer, params }) => reopenCase(services, viewer, params.id),
  });
  bind(app, services, sanctionsApi, {
    listOwn: ({ viewer, query }) => listOwnSanctions(services, viewer, query),
    byLink: ({ query }) => getSanctionByLink(services, query.token),
    appealByLink: ({ body }) => appealSanctionByLink(services, body.token, body.appeal),
    appeal: ({ viewer, params, body }) => appealSanction(services, viewer.userId, params.id, body.appeal),
    lift: ({ viewer, params, body }) => liftSanction(services, viewer, params.id, body.answer),
  });
  bind(app, services, complaintResponseStatsApi, {
    get: () => getComplaintResponseStats(services),
  });
}
