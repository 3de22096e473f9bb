import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { timestamp } from '../platform/fields.ts';
import { PASSWORD_MAX } from './users.ts';

/** How long a finished archive may be downloaded. */
export const EXPORT_RETENTION_DAYS = 7;
/** How often one may be asked for; after a failure at once. */
export const EXPORT_EVERY_HOURS = 24;

export const EXPORT_STATES = ['none', 'queued', 'running', 'ready', 'failed'] as const;

/** A person's archive of everything that is kept of them. */
export const DataExport = z.object({
  state: z.enum(EXPORT_STATES),
  /** Null while there is none. */
  id: z.number().int().nullable(),
  /** How much is done, in per cent. */
  progress: z.number().int(),
  /** Written so far; of the whole file once it is ready. */
  bytes: z.number().int(),
  requested_at: timestamp.nullable(),
  ready_at: timestamp.nullable(),
  /** The file can be downloaded until then. */
  expires_at: timestamp.nullable(),
  /** Where to download it; null unless it is ready. */
  href: z.string().nullable(),
  /** From when on a new one may be asked for; null: now. */
  next_at: timestamp.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

export const exportsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/export',
    aliases: ['/api/user/export'],
    access: 'user',
    summary: 'How the archive of the viewer’s own data stands.',
    response: DataExport,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/users/export',
    aliases: ['/api/user/export'],
    access: 'user',
    summary:
      'Have everything that is kept of the viewer put into a ZIP archive; a letter brings the link. Needs a recent proof.',
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
