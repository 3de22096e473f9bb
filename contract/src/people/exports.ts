import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { timestamp } from '../platform/fields.ts';
import { PASSWORD_MAX } from './users.ts';

export const EXPORT_RETENTION_DAYS = 7;
/** Minimum hours between two exports; after a failure a new one is allowed at once. */
export const EXPORT_EVERY_HOURS = 24;

export const EXPORT_STATES = ['none', 'queued', 'running', 'ready', 'failed'] as const;

export const DataExport = z.object({
  state: z.enum(EXPORT_STATES),
  id: z.number().int().nullable(),
  progress: z.number().int(),
  bytes: z.number().int(),
  requested_at: timestamp.nullable(),
  ready_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  href: z.string().nullable(),
  next_at: timestamp.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

export const exportsApi = {
  get: endpoint('GET', ['/api/users/export', '/api/user/export'], 'user', {
    summary: 'State of the archive of the viewer’s own data.',
    response: DataExport,
  }),
  start: endpoint('POST', ['/api/users/export', '/api/user/export'], 'user', {
    summary:
      'Request a ZIP archive of all data of the viewer; an email brings the link. Needs a recent re-authentication.',
    body: z.object({ current_password: z.string().max(PASSWORD_MAX).optional() }).optional(),
    response: DataExport,
    errors: [
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
      'export_running',
      'export_too_early',
    ],
    limit: { max: 60, seconds: 3600 },
  }),
};
