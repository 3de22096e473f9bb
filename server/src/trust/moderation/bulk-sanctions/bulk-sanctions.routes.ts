import { bulkSanctionsApi } from '@app/contract/trust/rules';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { listAccountClusters, listClusterAccounts } from './account-clusters.ts';
import { getBulkSanction, listBulkSanctions } from './bulk-sanctions.queries.ts';
import { startBulkSanction, undoBulkSanction } from './start-bulk-sanction.ts';

export function registerBulkSanctions(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, bulkSanctionsApi, {
    listClusters: async ({ viewer, query }) => {
      await recordStaffAction(db, viewer, clock(), { action: 'users.read', details: { waves: query.by } });
      return listAccountClusters(db, clock(), query);
    },
    listClusterAccounts: async ({ viewer, query }) => {
      await recordStaffAction(db, viewer, clock(), {
        action: 'users.read',
        details: { wave: query.by, value: query.value },
      });
      return listClusterAccounts(db, clock(), query);
    },
    list: ({ query }) => listBulkSanctions(db, clock(), query),
    start: ({ viewer, body, idempotency }) => startBulkSanction(services, viewer, body, idempotency),
    get: ({ params }) => getBulkSanction(db, clock(), params.id),
    undo: ({ viewer, params }) => undoBulkSanction(services, viewer, params.id),
  });
}
