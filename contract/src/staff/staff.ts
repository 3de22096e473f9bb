import { z } from 'zod';
import { PASSWORD_MAX, REASON_MAX, USER_STATES, User } from '../people/users.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, idList, requiredText, search, text, timestamp, wholeNumber } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { PERMISSIONS, ROLES } from '../platform/permissions.ts';
import { SANCTION_DAYS_MAX } from '../trust/sanctions.ts';

const PEOPLE_AT_ONCE = 100;
/** An approval request expires after this many hours. */
export const APPROVAL_HOURS = 72;
export const APPROVED_FILE_DAYS = 3;

const Named = z.object({ id: z.number().int(), name: z.string() });
const permission = z.enum(PERMISSIONS);

/** Fields of a user for staff, beyond the user's own fields. Fields that the viewer may not see are absent. */
export const Account = z.object({
  user: User,
  state: z.enum(['active', 'registered', 'suspended', 'left', 'erased']),
  activated: timestamp.nullable(),
  suspended: timestamp.nullable(),
  left: timestamp.nullable(),
  last_seen: timestamp.nullable(),
  /** When staff other than superusers may erase the account; null unless suspended. */
  erasable_from: timestamp.nullable(),
  role: z.enum(ROLES).nullable(),
  permissions: z.array(permission).optional(),
  own_permissions: z.array(permission).optional(),
  sessions: z.number().int(),
  devices: z.number().int(),
  ads: z.number().int(),
  publications: z.number().int(),
  comments: z.number().int(),
  complaints_by: z.number().int(),
  complaints_about: z.number().int(),
  invited: z.number().int(),
  invited_by: Named.nullable(),
  measures: z.array(
    z.object({
      id: z.number().int(),
      kind: z.string(),
      rule: z.string(),
      reason: z.string(),
      timestamp: timestamp,
      until: timestamp.nullable(),
      running: bit,
    }),
  ),
  /** Latest public comments of a limited, frozen or suspended person, newest first; empty for others. */
  recent_comments: z.array(
    z.object({
      id: z.number().int(),
      under: z.enum(['ad', 'publication']),
      text: z.string(),
      link: z.string(),
      timestamp: timestamp,
      hidden: bit,
    }),
  ),
  can: z.object({
    edit: bit,
    suspend: bit,
    erase: bit,
    export: bit,
    roles: bit,
    money: bit,
    audit: bit,
  }),
});
export type Account = z.infer<typeof Account>;

export const APPROVAL_KINDS = ['erase_user', 'export_user', 'export_people'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/** `approved`: is being executed; `done`: executed, with a file where there is one. */
const APPROVAL_STATES = ['open', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** A request of one staff member that another one approves. */
export const Approval = z.object({
  id: z.number().int(),
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  about: Named.nullable(),
  search: z.string(),
  people_state: z.enum(USER_STATES).nullable(),
  /** While open: the number of users it currently concerns. Null otherwise. */
  people: z.number().int().nullable(),
  reason: z.string(),
  asked_by: Named,
  asked: timestamp,
  expires: timestamp,
  decided_by: Named.nullable(),
  decided: timestamp.nullable(),
  answer: z.string(),
  /** Download address for the requester; null without a file for the viewer. */
  href: z.string().nullable(),
  file_until: timestamp.nullable(),
  can: z.object({ approve: bit, refuse: bit, withdraw: bit }),
});
export type Approval = z.infer<typeof Approval>;

const many = {
  permission: 'users.suspend',
  response: z.object({
    done: z.array(z.number().int()),
    /** Ids skipped because the user does not exist or needs a higher role. */
    left: z.array(z.number().int()),
    /** Ids among `done` that had the state before, so that undoing the call leaves them alone. */
    already: z.array(z.number().int()).optional(),
  }),
} as const;

const ApprovalParams = { params: z.object({ id }), response: Approval } as const;

export const staffApi = {
  account: endpoint('GET', ['/api/users/{id}/account', '/api/user/{id}/account'], 'staff', {
    permission: 'users.read',
    summary: 'All that staff may see of a user. The view is recorded.',
    params: z.object({ id }),
    response: Account,
    errors: ['not_found'],
  }),
  setRole: endpoint('PUT', ['/api/users/{id}/role', '/api/user/{id}/role'], 'staff', {
    permission: 'staff.edit',
    summary:
      'Grant or revoke a role and single permissions. A user who loses any is signed out everywhere at once. Needs a recent re-authentication.',
    params: z.object({ id }),
    body: z.object({
      role: z.enum(ROLES).nullable(),
      /** Besides those of the role; without effect for people without a role. */
      permissions: z.array(permission).max(PERMISSIONS.length).default([]),
      current_password: z.string().max(PASSWORD_MAX).optional(),
    }),
    response: Account,
    errors: [
      'not_found',
      'forbidden',
      'own_role',
      'last_superuser',
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
    ],
  }),
  suspend: endpoint('POST', ['/api/users/suspend', '/api/user/suspend'], 'staff', {
    summary: `Suspend up to ${PEOPLE_AT_ONCE} users. With a reason each of them is notified, and how to appeal.`,
    body: z.object({
      ids: idList(PEOPLE_AT_ONCE),
      reason: text(1000).optional(),
      /** Only with a reason: days of the suspension; default: until lifted. */
      days: wholeNumber(1, SANCTION_DAYS_MAX).optional(),
    }),
    ...many,
  }),
  restore: endpoint('POST', ['/api/users/restore', '/api/user/restore'], 'staff', {
    summary: `Reinstate up to ${PEOPLE_AT_ONCE} suspended users.`,
    body: z.object({ ids: idList(PEOPLE_AT_ONCE) }),
    ...many,
  }),
};

// Staff who may erase or export see open requests; each kind needs its own permission.
export const approvalsApi = {
  list: endpoint('GET', '/api/approvals', 'staff', {
    summary:
      'Requests that wait for approval by a second staff member; with `state=done` those that no longer wait; the newest first.',
    query: z.object({ state: z.enum(['waiting', 'done']).optional().catch(undefined), ...offsetPaging(10, 100) }),
    response: z.object({ approvals: z.array(Approval), total, waiting: z.number().int() }),
  }),
  counts: endpoint('GET', '/api/approvals/counts', 'staff', {
    summary: 'How many requests wait for a decision of the viewer: those of others that the viewer may approve.',
    response: z.object({ waiting: z.number().int() }),
  }),
  request: endpoint('PUT', '/api/approvals', 'staff', {
    permission: 'users.export',
    summary: `Request the archive of one user (\`user_id\`), or a table of users. Another staff member approves within ${APPROVAL_HOURS} hours.`,
    body: z.object({
      kind: z.enum(['export_user', 'export_people']),
      user_id: id.optional(),
      search,
      state: z.enum(USER_STATES).optional(),
      reason: requiredText(REASON_MAX),
    }),
    response: Approval,
    errors: ['not_found', 'forbidden', 'approval_waits'],
  }),
  approve: endpoint('POST', '/api/approvals/{id}/approve', 'staff', {
    summary: 'Approve another’s request; it is executed once. Needs a recent re-authentication.',
    body: z.object({ current_password: z.string().max(PASSWORD_MAX).optional() }).optional(),
    ...ApprovalParams,
    errors: [
      'not_found',
      'forbidden',
      'conflict',
      'approval_own',
      'approval_over',
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
    ],
  }),
  refuse: endpoint('POST', '/api/approvals/{id}/refuse', 'staff', {
    summary: 'Reject another’s request.',
    body: z.object({ answer: text(REASON_MAX).optional() }).optional(),
    ...ApprovalParams,
    errors: ['not_found', 'forbidden', 'approval_own', 'approval_over'],
  }),
  withdraw: endpoint('POST', '/api/approvals/{id}/withdraw', 'staff', {
    summary: 'Withdraw an own request that is not decided yet.',
    ...ApprovalParams,
    errors: ['not_found', 'approval_over'],
  }),
};

/** Event on the staff socket: an approval request was opened or closed. */
export interface ApprovalEvent {
  type: 'approvals';
}
