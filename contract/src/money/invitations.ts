import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, idList, requiredText, singleLine, timestamp } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';

/** How long an opened invitation link is remembered, unless another inviter is named. */
export const INVITATION_DAYS = 30;
export const INVITE_HISTORY_SIZES = [10, 25] as const;
export const INVITE_HISTORY_PAGE_SIZE = 10;
export const INVITE_HISTORY_PAGE_MAX = 25;

/** `invited`: registered and not activated yet. Points are credited between `paid` and `rewarded`. */
export const INVITATION_STATES = ['invited', 'activated', 'paid', 'rewarded', 'reversed', 'review', 'refused'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** Why an invitation is held for review or rejected; users see no more than this category. */
export const INVITATION_REASONS = ['', 'self', 'cycle', 'farm', 'repeat', 'inviter_gone'] as const;
export type InvitationReason = (typeof INVITATION_REASONS)[number];

/** `link`: arrived by a link; `code`: typed the code; `friend`: named the inviter by id. */
export const INVITATION_SOURCES = ['link', 'code', 'friend'] as const;
export type InvitationSource = (typeof INVITATION_SOURCES)[number];

export const Invitation = z.object({
  id: z.number().int(),
  /** `unconfirmed`: registered without a confirmed contact; `gone`: deleted. Neither is shown by name. */
  presence: z.enum(['here', 'unconfirmed', 'gone']),
  user: z
    .object({
      id: z.number().int(),
      firstname: z.string(),
      lastname: z.string(),
      photo: z.string().nullable(),
      /** 1: one of the two blocked the other; only the name is valid then. */
      unavailable: bit.optional(),
    })
    .nullable(),
  source: z.enum(INVITATION_SOURCES),
  state: z.enum(INVITATION_STATES),
  reason: z.enum(INVITATION_REASONS),
  registered: timestamp,
  activated: timestamp.nullable(),
  paid: timestamp.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationTotals = z.record(z.enum(INVITATION_STATES), z.number().int());
export type InvitationTotals = z.infer<typeof InvitationTotals>;

export const OwnInvitation = z.object({
  user_id: z.number().int(),
  code: z.string(),
  link: z.string(),
});
export type OwnInvitation = z.infer<typeof OwnInvitation>;

const REVIEWED_AT_ONCE = 100;
export const REVIEW_COMMENT_MAX = 300;

const ReviewedPerson = z.object({
  id: z.number().int(),
  login: z.string(),
  firstname: z.string(),
  lastname: z.string(),
});

export const ReviewedInvitation = z.object({
  id: z.number().int(),
  inviter: ReviewedPerson,
  invitee: ReviewedPerson,
  source: z.enum(INVITATION_SOURCES),
  state: z.enum(INVITATION_STATES),
  reason: z.enum(INVITATION_REASONS),
  registered: timestamp,
  paid: timestamp.nullable(),
  /** Registrations on that day from the same address, browser or mailbox, this one included; 0: no longer known. */
  same_address: z.number().int(),
  same_device: z.number().int(),
  same_mailbox: z.number().int(),
  decided: z.object({ by: z.string(), at: timestamp, comment: z.string() }).nullable(),
});
export type ReviewedInvitation = z.infer<typeof ReviewedInvitation>;

export const invitationsApi = {
  review: endpoint('GET', '/api/admin/invitations', 'staff', {
    permission: 'invitations.review',
    summary:
      'Invitations whose reward waits for review, the oldest first; those that were decided; or all that share address, browser or mailbox with the one that `alike` names.',
    query: z.object({
      state: z.enum(['review', 'decided']).default('review'),
      alike: id.optional(),
      search: singleLine(100).optional(),
      ...pagePaging(INVITE_HISTORY_PAGE_MAX, REVIEWED_AT_ONCE),
    }),
    response: z.object({ list: z.array(ReviewedInvitation), total }),
  }),
  decide: endpoint('PUT', '/api/admin/invitations', 'staff', {
    permission: 'invitations.review',
    summary:
      'Approve or reject invitations that wait for review, with a reason for the log. Others stay as they are; returns how many changed.',
    body: z.object({
      ids: idList(REVIEWED_AT_ONCE),
      verdict: z.enum(['release', 'refuse']),
      reason: requiredText(REVIEW_COMMENT_MAX),
    }),
    response: z.object({ changed: z.number().int() }),
  }),
  own: endpoint('GET', ['/api/users/invitation', '/api/user/invitation'], 'user', {
    summary: 'The viewer’s own referral code and the link to share.',
    response: OwnInvitation,
  }),
  history: endpoint('GET', ['/api/users/invite_history/{user_id}', '/api/user/invite_history/{user_id}'], 'user', {
    summary:
      'Users who registered by a user’s invitations, the latest first, with the state of the rewards. The viewer’s own; staff see anyone’s.',
    params: z.object({ user_id: id }),
    query: z.object(pagePaging(INVITE_HISTORY_PAGE_SIZE, INVITE_HISTORY_PAGE_MAX)),
    /** `subscribed`: those who ever paid for a subscription, in whatever state their invitation is now. */
    response: z.object({ list: z.array(Invitation), total, totals: InvitationTotals, subscribed: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
};
