import { usersApi } from '@app/contract/people/users';
import { id } from '@app/contract/platform/fields';
import { approvalsApi, staffApi } from '@app/contract/staff/staff';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { changeRole } from './change-role.ts';
import { grantApproval, refuseApproval, withdrawApproval } from './decide-approval.ts';
import { countApprovals, presentApprovals } from './list-approvals.ts';
import { requestErasure, requestExport } from './request-approval.ts';
import { sendApprovedFile } from './send-approved-file.ts';
import { restoreMany, suspendMany } from './suspend-many.ts';
import { viewAccount } from './view-account.ts';

export function registerStaff(app: FastifyInstance, services: Services): void {
  bind(app, services, staffApi, {
    account: ({ viewer, params }) => viewAccount(services, viewer, params.id),
    setRole: ({ viewer, params, body }) => changeRole(services, viewer, params.id, body),
    suspend: ({ viewer, body }) => suspendMany(services, viewer, body),
    restore: ({ viewer, body }) => restoreMany(services, viewer, body.ids),
  });
  // Erasing needs an approval, which is implemented by this domain.
  bind(app, services, usersApi, {
    erase: ({ viewer, params, body }) => requestErasure(services, viewer, params.id, body?.reason ?? ''),
  });

  bind(app, services, approvalsApi, {
    list: ({ viewer, query }) => presentApprovals(services, viewer, query),
    counts: ({ viewer }) => countApprovals(services, viewer),
    request: ({ viewer, body }) => requestExport(services, viewer, body),
    approve: ({ viewer, params, body }) => grantApproval(services, viewer, params.id, body?.current_password),
    refuse: ({ viewer, params, body }) => refuseApproval(services, viewer, params.id, body?.answer ?? ''),
    withdraw: ({ viewer, params }) => withdrawApproval(services, viewer, params.id),
  });
  app.downloads.push({
    paths: ['/api/approvals/{id}/file'],
    types: ['application/zip', 'text/csv'],
    access: 'staff',
    permission: 'users.export',
    summary: 'What two of the staff agreed to hand out, for whoever asked for it.',
    params: z.object({ id }),
    errors: ['not_found', 'gone', 'current_password_required'],
  });
  app.get<{ Params: { id: string } }>('/api/approvals/:id/file', (request, reply) =>
    sendApprovedFile(services, request, reply),
  );
}
