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
  bind(app, services, casesApi.list, async ({ viewer, query }) => {
    const { kind, mine, overdue, done, search } = query;
    const details = { kind, mine, overdue, done, search, offset: query.offset };
    await recordStaffAction(db, viewer, clock(), { action: 'moderation.list', details });
    return listCases(db, viewer, query, clock());
  });
  bind(app, services, casesApi.counts, ({ viewer }) => countCases(db, viewer, clock()));
  bind(app, services, casesApi.resolveMany, ({ viewer, body }) => resolveCases(services, viewer, body));
  bind(app, services, casesApi.get, ({ viewer, params }) => viewCase(services, viewer, params.id));
  bind(app, services, casesApi.claim, ({ viewer, params }) => claimCase(services, viewer, params.id));
  bind(app, services, casesApi.release, ({ viewer, params }) => releaseCase(services, viewer, params.id));
  bind(app, services, casesApi.resolve, ({ viewer, params, body }) => resolveCase(services, viewer, params.id, body));
  bind(app, services, casesApi.reopen, ({ viewer, params }) => reopenCase(services, viewer, params.id));
  bind(app, services, sanctionsApi.listOwn, ({ viewer, query }) => listOwnSanctions(services, viewer, query));
  bind(app, services, sanctionsApi.byLink, ({ query }) => getSanctionByLink(services, query.token));
  bind(app, services, sanctionsApi.appealByLink, ({ body }) => appealSanctionByLink(services, body.token, body.appeal));
  bind(app, services, sanctionsApi.appeal, ({ viewer, params, body }) =>
    appealSanction(services, viewer.userId, params.id, body.appeal),
  );
  bind(app, services, sanctionsApi.lift, ({ viewer, params, body }) =>
    liftSanction(services, viewer, params.id, body.answer),
  );
  bind(app, services, complaintResponseStatsApi.get, () => getComplaintResponseStats(services));
}
