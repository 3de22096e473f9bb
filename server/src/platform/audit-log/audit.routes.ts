import { AuditFilter, auditApi } from '@app/contract/platform/audit';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../domain/services.ts';
import { Failure } from '../failure.ts';
import { findTimeZone } from '../find-time-zone.ts';
import { type CsvColumn, streamCsv } from '../formats/csv.ts';
import { bind } from '../http/bind.ts';
import { requireStaff } from '../http/staff-route.ts';
import { iterateEntries } from './audit.queries.ts';
import { auditView, listAuditLog } from './list-audit-log.ts';

type Entry = ReturnType<typeof iterateEntries> extends AsyncIterable<infer One> ? One : never;

const COLUMNS: readonly CsvColumn<Entry>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'time', value: ({ timestamp }) => new Date(timestamp) },
  { name: 'actor_id', value: ({ actor }) => actor.id },
  { name: 'actor', value: ({ actor }) => actor.name },
  { name: 'ip', value: ({ ip }) => ip },
  { name: 'action', value: ({ action }) => action },
  { name: 'object', value: ({ object }) => object },
  { name: 'about_id', value: ({ about }) => about?.id },
  { name: 'about', value: ({ about }) => about?.name },
  { name: 'details', value: ({ details }) => details },
];

export function registerAudit(app: FastifyInstance, services: Services): void {
  bind(app, services, auditApi, {
    list: ({ viewer, query }) => listAuditLog(services, viewer, query),
  });
  app.downloads.push({
    paths: ['/api/audit/export.csv'],
    types: ['text/csv'],
    access: 'staff',
    permission: 'audit.read',
    summary: 'Entries of the log of what staff did, as a table.',
    query: AuditFilter,
  });
  app.get('/api/audit/export.csv', async (request, reply) => {
    const viewer = await requireStaff(services, request, 'audit.read');
    const filter = AuditFilter.safeParse(request.query);
    if (!filter.success) throw new Failure('invalid_input');
    await auditView(services, viewer, 'audit.export', filter.data);
    const timeZone = await findTimeZone(services.db, viewer.userId);
    return streamCsv(reply, 'okolo-audit', COLUMNS, iterateEntries(services.db, filter.data), timeZone);
  });
}
