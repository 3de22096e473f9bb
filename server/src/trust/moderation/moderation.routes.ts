import { casesApi } from '@app/contract/trust/cases';
import { measuresApi, promiseApi } from '@app/contract/trust/measures';
import type { FastifyInstance } from 'fastify';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Services } from '../../platform/services.ts';
import { appeal, appealByLink, liftMeasure, readByLink } from './appeal.ts';
import { countCases, listCases } from './cases.queries.ts';
import { listOwnMeasures } from './own-measures.ts';
import { showPromise } from './promise.ts';
import { resolveCase, resolveMany } from './resolve-case.ts';
import { lookAtCase } from './show-case.ts';
import { giveBackCase, reopenCase, takeCase } from './take-case.ts';

export function registerModeration(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, casesApi.list, async ({ viewer, query }) => {
    const { kind, mine, overdue, done, search } = query;
    const details = { kind, mine, overdue, done, search, offset: query.offset };
    await noteAction(db, viewer, clock(), { action: 'moderation.list', details });
    return listCases(db, viewer, query, clock());
  });
  bind(app, services, casesApi.counts, ({ viewer }) => countCases(db, viewer, clock()));
  bind(app, services, casesApi.resolveMany, ({ viewer, body }) => resolveMany(services, viewer, body));
  bind(app, services, casesApi.get, ({ viewer, params }) => lookAtCase(services, viewer, params.id));
  bind(app, services, casesApi.take, ({ viewer, params }) => takeCase(services, viewer, params.id));
  bind(app, services, casesApi.giveBack, ({ viewer, params }) => giveBackCase(services, viewer, params.id));
  bind(app, services, casesApi.resolve, ({ viewer, params, body }) => resolveCase(services, viewer, params.id, body));
  bind(app, services, casesApi.reopen, ({ viewer, params }) => reopenCase(services, viewer, params.id));
  bind(app, services, measuresApi.listOwn, ({ viewer, query }) => listOwnMeasures(services, viewer, query));
  bind(app, services, measuresApi.byLink, ({ query }) => readByLink(services, query.token));
  bind(app, services, measuresApi.appealByLink, ({ body }) => appealByLink(services, body.token, body.appeal));
  bind(app, services, measuresApi.appeal, ({ viewer, params, body }) =>
    appeal(services, viewer.userId, params.id, body.appeal),
  );
  bind(app, services, measuresApi.lift, ({ viewer, params, body }) =>
    liftMeasure(services, viewer, params.id, body.answer),
  );
  bind(app, services, promiseApi.show, () => showPromise(services));
}
