import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, flag, id, search, singleLine, timestamp, wholeNumber } from './fields.ts';

const AUDIT_PAGE_SIZE = 25;
const AUDIT_PAGE_MAX = 100;

const Named = z.object({ id: z.number().int(), name: z.string() });

/** One staff action or one view of personal data. Entries are never changed or removed. */
export const AuditEntry = z.object({
  id: z.number().int(),
  timestamp: timestamp,
  actor: Named,
  ip: z.string(),
  action: z.string(),
  /** `user:5`, or '' without a single object. */
  object: z.string(),
  /** Title of the object where it has one and still exists; otherwise ''. */
  object_name: z.string(),
  about: Named.nullable(),
  /** What changed, or the search terms, as JSON; '' for nothing. */
  details: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.object({
  search,
  actor: id.optional(),
  about: id.optional(),
  /** One action, or a whole area with its dot: `users.`. */
  action: singleLine(60).optional(),
  object: singleLine(100).optional(),
  /** 1: without lists and views, which are most of the log. */
  hide_views: flag.optional().catch(undefined),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const auditApi = {
  list: endpoint('GET', '/api/audit', 'staff', {
    permission: 'audit.read',
    summary: 'The audit log: what staff did and viewed, the newest first. Viewing it is recorded too.',
    query: AuditFilter.extend({
      /** Only older entries: the `next` of the previous page. */
      before_id: id.optional(),
      size: wholeNumber(1, AUDIT_PAGE_MAX).default(AUDIT_PAGE_SIZE),
    }),
    response: z.object({
      entries: z.array(AuditEntry),
      next: z.number().int().nullable(),
    }),
  }),
};
