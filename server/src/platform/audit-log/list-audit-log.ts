import type { AuditFilter, auditApi } from '@app/contract/platform/audit';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { Services } from '../domain/services.ts';
import type { SignedInViewer } from '../http/viewer.ts';
import { listEntries } from './audit.queries.ts';
import { recordStaffAction } from './record-staff-action.public.ts';

type AuditServices = Pick<Services, 'db' | 'clock'>;

/**
 * Returns a page of the audit log. The view itself is recorded together with `beforeId`, so that skipping pages leaves
 * a trace as well.
 */
export async function listAuditLog(
  services: AuditServices,
  viewer: SignedInViewer,
  { before_id, size, ...filter }: QueryOf<typeof auditApi.list>,
): Promise<ResponseOf<typeof auditApi.list>> {
  const found = await listEntries(services.db, filter, { beforeId: before_id, limit: size + 1 });
  const entries = found.slice(0, size);
  await auditView(services, viewer, 'audit.read', filter, before_id);
  return { entries, next: found.length > size ? (entries.at(-1)?.id ?? null) : null };
}

export function auditView(
  { db, clock }: AuditServices,
  viewer: SignedInViewer,
  action: 'audit.read' | 'audit.export',
  { about, ...filter }: AuditFilter,
  before?: number,
): Promise<void> {
  const filters = Object.entries({ ...filter, before }).filter(([, value]) => value !== undefined && value !== '');
  const details = Object.fromEntries(filters);
  return recordStaffAction(db, viewer, clock(), { action, aboutUserId: about, details });
}
