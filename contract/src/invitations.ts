import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bit, id, moment } from './fields.ts';
import { pagePaging, total } from './paging.ts';

/** How long an opened link is remembered, if nothing else names who invited. */
export const INVITATION_DAYS = 30;
export const INVITE_HISTORY_SIZES = [10, 25] as const;
export const INVITE_HISTORY_PAGE_SIZE = 10;
export const INVITE_HISTORY_PAGE_MAX = 25;

/** `invited`: registered and not activated yet. Points are credited between `paid` and `rewarded`. */
export const INVITATION_STATES = ['invited', 'activated', 'paid', 'rewarded', 'reversed', 'review', 'refused'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** Why one waits for a look or does not count: no more than the kind of reason is ever told. */
export const INVITATION_REASONS = ['', 'self', 'cycle', 'farm', 'repeat', 'inviter_gone'] as const;
export type InvitationReason = (typeof INVITATION_REASONS)[number];

/** `link`: came by a link; `code`: typed the code; `friend`: named the person by id. */
export const INVITATION_SOURCES = ['link', 'code', 'friend'] as const;
export type InvitationSource = (typeof INVITATION_SOURCES)[number];

export const Invitation = z.object({
  id: z.number().int(),
  /** `unconfirmed`: registered, but nobody here yet; `gone`: deleted. Neither is named. */
  presence: z.enum(['here', 'unconfirmed', 'gone']),
  user: z
    .object({
      id: z.number().int(),
      firstname: z.string(),
      lastname: z.string(),
      photo: z.string().nullable(),
      /** 1: one of the two blocked the other; only the name is true then. */
      unavailable: bit.optional(),
    })
    .nullable(),
  source: z.enum(INVITATION_SOURCES),
  state: z.enum(INVITATION_STATES),
  reason: z.enum(INVITATION_REASONS),
  registered: moment,
  activated: moment.nullable(),
  paid: moment.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationTotals = z.record(z.enum(INVITATION_STATES), z.number().int());
export type InvitationTotals = z.infer<typeof InvitationTotals>;

export const OwnInvitation = z.object({
  user_id: z.number().int(),
  /** The referral code. */
  code: z.string(),
  /** The whole address to share: it opens the landing of this person. */
  link: z.string(),
});
export type OwnInvitation = z.infer<typeof OwnInvitation>;

export const invitationsApi = {
  mine: endpoint({
    method: 'GET',
    path: '/api/users/invitation',
    aliases: ['/api/user/invitation'],
    access: 'user',
    summary: 'The viewer’s own referral code and the link to share.',
    response: OwnInvitation,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/users/invite_history/{user_id}',
    aliases: ['/api/user/invite_history/{user_id}'],
    access: 'user',
    summary:
      'Who came by a person’s invitations, the latest first, and how the rewards stand. One’s own; staff see anyone’s.',
    params: z.object({ user_id: id }),
    query: z.object(pagePaging(INVITE_HISTORY_PAGE_SIZE, INVITE_HISTORY_PAGE_MAX)),
    response: z.object({ list: z.array(Invitation), total, totals: InvitationTotals }),
    errors: ['forbidden', 'not_found'],
  }),
};
