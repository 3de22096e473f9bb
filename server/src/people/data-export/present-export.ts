import { type DataExport, EXPORT_EVERY_HOURS } from '@app/contract/people/exports';
import type { ExportRow } from './exports.queries.ts';

const EVERY_MS = EXPORT_EVERY_HOURS * 3600 * 1000;

export const exportPath = (id: number): string => `/api/users/export/${id}/file`;

export function nextExportAt({ status, requested_at }: ExportRow, now: Date): Date | null {
  const next = new Date(requested_at.getTime() + EVERY_MS);
  return status === 'failed' || next <= now ? null : next;
}

const NO_EXPORT: DataExport = {
  state: 'none',
  id: null,
  progress: 0,
  bytes: 0,
  requested_at: null,
  ready_at: null,
  expires_at: null,
  href: null,
  next_at: null,
};

export function presentExport(row: ExportRow | undefined, now: Date): DataExport {
  if (row === undefined || isExpired(row, now)) return NO_EXPORT;
  return {
    state: row.status,
    id: row.id,
    progress: row.progress,
    bytes: row.bytes,
    requested_at: row.requested_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    href: row.status === 'ready' ? exportPath(row.id) : null,
    next_at: nextExportAt(row, now)?.toISOString() ?? null,
  };
}

export const isExpired = ({ expires_at }: ExportRow, now: Date): boolean => expires_at !== null && expires_at <= now;
