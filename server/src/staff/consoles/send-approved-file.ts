import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireReauthentication } from '../../people/auth/reauthentication.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import { requireAccess } from '../../platform/http/guards.ts';
import { FILE_POLICY } from '../../platform/http/security-headers.ts';
import { isSignedIn } from '../../platform/http/viewer.ts';
import { findApproval } from './approvals.queries.ts';

/**
 * Sends the file to its requester after re-authentication, while they have the permission. Fails with not_found for
 * others. Each download is recorded in the audit log.
 */
export async function sendApprovedFile(
  services: Services,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, storage, clock } = services;
  const viewer = await identifyViewer(services, request);
  requireAccess({ access: 'staff', permission: 'users.export' }, viewer);
  if (!isSignedIn(viewer)) throw new Failure('unauthorized');
  const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
  const row = await findApproval(db, id);
  if (row === undefined || row.asked_by !== viewer.userId || row.state !== 'done') throw new Failure('not_found');
  if (row.storage_key === null || row.file_until === null || row.file_until <= clock()) throw new Failure('gone');
  await requireReauthentication(services, viewer);
  const found = requireFound(await storage.open(row.storage_key), 'gone');
  if (request.method === 'GET') {
    await recordStaffAction(db, viewer, clock(), {
      action: 'users.export',
      object: `approval:${id}`,
      aboutUserId: row.about_user_id,
      details: { kind: row.kind, approved_by: row.decided_by },
    });
  }
  const ending = row.kind === 'export_user' ? 'zip' : 'csv';
  reply
    .header('content-type', ending === 'zip' ? 'application/zip' : 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="okolo-${row.kind.replace('_', '-')}-${id}.${ending}"`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', FILE_POLICY);
  return reply.send(found.stream);
}
