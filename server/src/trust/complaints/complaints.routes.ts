import { complaintsApi } from '@app/contract/trust/complaints';
import type { FastifyInstance } from 'fastify';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Services } from '../../platform/services.ts';
import { addComplaint } from './add-complaint.ts';
import { listForStaff, listOwn } from './complaints.queries.ts';
import { decideComplaint, removeComplaint } from './decide-complaint.ts';

export function registerComplaints(app: FastifyInstance, services: Services): void {
  const { db, clock, texts } = services;
  bind(app, services, complaintsApi.add, ({ viewer, body, idempotency }) =>
    addComplaint(services, viewer, body, idempotency),
  );
  bind(app, services, complaintsApi.listOwn, ({ viewer, query }) => listOwn(db, texts, viewer, query));
  bind(app, services, complaintsApi.list, async ({ viewer, query }) => {
    const { search, status, offset } = query;
    await noteAction(db, viewer, clock(), { action: 'complaints.read', details: { search, status, offset } });
    return listForStaff(db, viewer, query);
  });
  bind(app, services, complaintsApi.decide, ({ viewer, params, body }) =>
    decideComplaint(services, viewer, params.id, body),
  );
  bind(app, services, complaintsApi.remove, ({ viewer, params }) => removeComplaint(services, viewer, params.id));
}
