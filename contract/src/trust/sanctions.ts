import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, requiredText, timestamp } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { COMPLAINT_HOURS, COMPLAINT_REASONS } from './complaints.ts';

/**
 * Sanctions against a person: a warning, hidden content, a limit (publications are held for review, and limited per
 * day), a freeze (read only), a suspension.
 */
export const SANCTION_KINDS = ['warn', 'hide', 'limit', 'freeze', 'suspend'] as const;
export type SanctionKind = (typeof SANCTION_KINDS)[number];
export const SANCTION_DAYS_MAX = 3650;
export const PUBLISHING_LIMIT_DEFAULT = 3;
export const PUBLISHING_LIMIT_MAX = 100;
/** A sanction can be appealed once, within this many days. */
export const APPEAL_DAYS = 20;
export const APPEAL_MAX = 2000;

/**
 * Calls that change state and stay allowed for a frozen user, by method and path: own account and security, money, read
 * positions, and an appeal. All others are rejected.
 */
export const CALLS_ALLOWED_WHILE_FROZEN: ReadonlySet<string> = new Set([
  'PUT /api/auth/sessions/{id}',
  'DELETE /api/auth/sessions/{id}',
  'DELETE /api/auth/sessions',
  'POST /api/auth/proof',
  'POST /api/auth/totp/setup',
  'POST /api/auth/totp/confirm',
  'POST /api/auth/totp/codes',
  'POST /api/auth/totp/disable',
  'POST /api/auth/totp/reset/cancel',
  'POST /api/auth/passkeys/options',
  'PUT /api/auth/passkeys',
  'POST /api/auth/passkeys/{id}',
  'DELETE /api/auth/passkeys/{id}',
  'DELETE /api/users/{id}',
  'POST /api/users/consents',
  'POST /api/users/export',
  'PUT /api/users/privacy',
  'PUT /api/payments/subscription/autopay',
  'DELETE /api/payments/method',
  'POST /api/payments/{id}/refund',
  'PUT /api/feedback/add',
  'POST /api/feedback/own/seen',
  'POST /api/notifications/read',
  'POST /api/notifications/{id}/read',
  'PUT /api/notifications/settings',
  'PUT /api/notifications/push',
  'DELETE /api/notifications/push',
  'POST /api/letters',
  'POST /api/unsubscribe/undo',
  'POST /api/chat/{id}/read',
  'POST /api/chat/delivered',
  'POST /api/chat/files/{id}/heard',
  'PUT /api/publish/subscribed/mark',
  'PUT /api/audio/playback',
  'POST /api/measures/{id}/appeal',
]);

/** Calls that count as publishing for a limited user, by method and path. */
export const PUBLISHING_CALLS: ReadonlySet<string> = new Set([
  'PUT /api/boards',
  'PUT /api/publish/add',
  'PUT /api/publish/text',
  'PUT /api/comments',
  'PUT /api/publish/comment/add',
  'PUT /api/streams/add',
  'POST /api/streams/{id}/publication',
  'PUT /api/streams/{id}/chat',
  'PUT /api/audio/add',
]);

export const Sanction = z.object({
  id: z.number().int(),
  kind: z.enum(SANCTION_KINDS),
  /** Title of the content at that time; '' without content. */
  title: z.string(),
  link: z.string(),
  rule: z.enum(COMPLAINT_REASONS),
  reason: z.string(),
  timestamp: timestamp,
  /** Null: until lifted. */
  until: timestamp.nullable(),
  running: bit,
  per_day: z.number().int().nullable(),
  /** Deadline of an appeal; null once appealed or expired. */
  appeal_until: timestamp.nullable(),
  appeal: z.string(),
  appeal_state: z.enum(['', 'waiting', 'kept', 'lifted']),
  answer: z.string(),
});
export type Sanction = z.infer<typeof Sanction>;

const token = z.string().max(100);

export const sanctionsApi = {
  listOwn: endpoint('GET', '/api/measures', 'user', {
    summary: 'The viewer’s sanctions with reason and end, the newest first.',
    query: z.object(offsetPaging(20, 100)),
    response: z.object({ measures: z.array(Sanction), total }),
  }),
  appeal: endpoint('POST', '/api/measures/{id}/appeal', 'user', {
    summary: `Appeal against an own sanction: once, within ${APPEAL_DAYS} days. Another staff member decides, where there is one.`,
    params: z.object({ id }),
    body: z.object({ appeal: requiredText(APPEAL_MAX) }),
    response: Sanction,
    errors: ['not_found', 'appeal_used', 'appeal_late'],
    limit: { max: 20, seconds: 3600 },
  }),
  byLink: endpoint('GET', '/api/measures/by-link', 'public', {
    summary: 'The sanction named by the link of an email or of a rejected sign-in.',
    query: z.object({ token }),
    response: Sanction,
    errors: ['not_found'],
    limit: { max: 60, seconds: 600 },
  }),
  appealByLink: endpoint('POST', '/api/measures/appeal', 'public', {
    summary: 'The same appeal for users who cannot sign in, by the signed link.',
    body: z.object({ token, appeal: requiredText(APPEAL_MAX) }),
    response: Sanction,
    errors: ['not_found', 'appeal_used', 'appeal_late'],
    limit: { max: 20, seconds: 3600 },
  }),
  lift: endpoint('POST', '/api/measures/{id}/lift', 'staff', {
    permission: 'moderation.decide',
    summary: 'Lift a sanction before its end, with a message to the user.',
    params: z.object({ id }),
    body: z.object({ answer: requiredText(1000) }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found', 'conflict', 'forbidden'],
  }),
};

export const RESPONSE_STATS_MONTHS = 12;

export const complaintResponseStatsApi = {
  get: endpoint('GET', '/api/promise', 'public', {
    summary: `How many complaints were answered within ${COMPLAINT_HOURS} hours, by the month in which they came.`,
    response: z.object({
      hours: z.number().int(),
      months: z.array(
        z.object({
          /** `2026-11`, Moscow time. */
          month: z.string(),
          /** Complaints that were answered or are overdue. */
          received: z.number().int(),
          in_time: z.number().int(),
          /** Whole percent, rounded down, so that one miss never shows as 100. */
          percent: z.number().int(),
          /** Median time to an answer; null without answers. */
          median_minutes: z.number().int().nullable(),
        }),
      ),
    }),
    cacheMs: 60_000,
  }),
};
