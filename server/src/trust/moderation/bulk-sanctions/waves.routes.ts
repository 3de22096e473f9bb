import { wavesApi } from '@app/contract/trust/rules';
import type { FastifyInstance } from 'fastify';
import { noteAction } from '../../../platform/audit-log/note-action.public.ts';
import { bind } from '../../../platform/http/bind.ts';
import type { Services } from '../../../platform/services.ts';
import { startWave, undoWave } from './start-wave.ts';
import { listAccounts, listGroups } from './wave-groups.ts';
import { getWave, listWaves } from './waves.queries.ts';

/** Many accounts that share something, dealt with at once. */
export function registerWaves(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, wavesApi.groups, async ({ viewer, query }) => {
    await noteAction(db, viewer, clock(), { action: 'users.read', details: { waves: query.by } });
    return listGroups(db, clock(), query);
  });
  bind(app, services, wavesApi.accounts, async ({ viewer, query }) => {
    await noteAction(db, viewer, clock(), { action: 'users.read', details: { wave: query.by, value: query.value } });
    return listAccounts(db, clock(), query);
  });
  bind(app, services, wavesApi.list, ({ query }) => listWaves(db, clock(), query));
  bind(app, services, wavesApi.start, ({ viewer, body, idempotency }) =>
    startWave(services, viewer, body, idempotency),
  );
  bind(app, services, wavesApi.get, ({ params }) => getWave(db, clock(), params.id));
  bind(app, services, wavesApi.undo, ({ viewer, params }) => undoWave(services, viewer, params.id));
}
