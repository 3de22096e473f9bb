import { complaintsApi } from '@app/contract/trust/complaints';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { texts } from '../../platform/texts.ts';
import { addComplaint } from './add-complaint.ts';
import { listComplaintsForStaff, listOwnComplaints } from './complaints.queries.ts';
import { decideComplaint, removeComplaint } from './decide-complaint.ts';

export function registerComplaints(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  bind(app, services, complaintsApi, {
    add: ({ viewer, body, idempotency }) => addComplaint(services, viewer, body, idempotency),
    listOwn: ({ viewer, query }) => listOwnComplaints(db, texts, viewer, query),
    list: async ({ viewer, query }) => {
      const { search, status, offset } = query;
      await recordStaffAction(db, viewer, clock(), { action: 'complaints.read', details: { search, status, offset } });
      return listComplaintsForStaff(db, viewer, query);
    },
    decide: ({ viewer, params, body }) => decideComplaint(services, viewer, params.id, body),
    remove: ({ viewer, params }) => removeComplaint(services, viewer, params.id),
  });
}
