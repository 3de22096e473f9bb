import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, id, line, search, timestamp, wholeNumber } from './fields.ts';

const AUDIT_PAGE_SIZE = 25;
const AUDIT_PAGE_MAX = 100;

/** Somebody in the log; the name is '' once they are erased. */
const Named = z.object({ id: z.number().int(), name: z.string() });

/** One thing that staff did, or one look at personal data. Nobody changes or removes it. */
export const AuditEntry = z.object({
  id: z.number().int(),
  timestamp: timestamp,
  actor: Named,
  ip: z.string(),
  /** `area.action`: `users.edit`. */
  action: z.string(),
  /** `user:5`, or '' when it is about no one thing. */
  object: z.string(),
  /** Whose data it touched. */
  about: Named.nullable(),
  /** What changed, or what was looked for, as JSON; '' for nothing. */
  details: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.object({
  /** Words of the action, the object or the details. */
  search,
  actor: id.optional(),
  about: id.optional(),
  /** One action, or a whole area with its dot: `users.`. */
  action: line(60).optional(),
  object: line(100).optional(),
  /** First and last day, of Moscow. */
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    access: 'staff',
    permission: 'audit.read',
    summary: 'What staff did and looked at, the newest first. The look itself is written down too.',
    query: AuditFilter.extend({
      /** Only older than this entry: the `next` of the page before. */
      before_id: id.optional(),
      size: wholeNumber(1, AUDIT_PAGE_MAX).default(AUDIT_PAGE_SIZE),
    }),
    response: z.object({
      entries: z.array(AuditEntry),
      /** Where the next page begins; null at the end. */
      next: z.number().int().nullable(),
    }),
  }),
};
