import { complaintsApi } from '@app/contract/complaints';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import { addComplaint } from './add-complaint.ts';
import { listForStaff, listOwn } from './complaints.queries.ts';
import { decideComplaint, removeComplaint } from './decide-complaint.ts';

export function registerComplaints(app: FastifyInstance, services: Services): void {
  const { db, texts } = services;
  bind(app, services, complaintsApi.add, ({ viewer, body, idempotency }) =>
    addComplaint(services, viewer, body, idempotency),
  );
  bind(app, services, complaintsApi.listOwn, ({ viewer, query }) => listOwn(db, texts, viewer, query));
  bind(app, services, complaintsApi.list, ({ viewer, query }) => listForStaff(db, viewer, query));
  bind(app, services, complaintsApi.decide, ({ viewer, params, body }) =>
    decideComplaint(services, viewer, params.id, body),
  );
  bind(app, services, complaintsApi.remove, ({ viewer, params }) => removeComplaint(services, viewer, params.id));
}
