import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, idList, requiredText, singleLine, timestamp, wholeNumber } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { COMPLAINT_REASONS } from './complaints.ts';
import { PUBLISHING_LIMIT_MAX, SANCTION_DAYS_MAX, SANCTION_KINDS } from './sanctions.ts';

/** What a case comes from: complaints, a rule, a blocklist word, a rights holder, an invitation farm, an appeal. */
export const CASE_KINDS = ['complaint', 'rule', 'hold', 'claim', 'farm', 'appeal'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export const CASE_STATES = ['open', 'taken', 'resolved', 'reopened'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Hours within which every case is decided; stated in the user agreement. */
export const CASE_HOURS = 24;
export const CASE_URGENT_HOURS = 4;
/** Complaints with this total weight hide the content until it is decided: three reporters of unknown reliability. */
export const HIDE_WEIGHT = 3;
export const CASES_AT_ONCE = 300;

/**
 * Possible decisions. `nothing`: no rule is broken, and held content is published. `warn`, `limit`, `freeze`, `suspend`
 * concern the person, `hide` the content. For an appeal: `keep` or `lift` the sanction.
 */
export const CASE_ACTIONS = ['nothing', 'warn', 'hide', 'limit', 'freeze', 'suspend', 'keep', 'lift'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

const Person = z.object({ id: z.number().int(), name: z.string() });

const QuotedContent = z.object({
  title: z.string(),
  text: z.string(),
  files: z.array(z.number().int()).optional(),
  note: z.string().optional(),
});

export const Case = z.object({
  id: z.number().int(),
  kind: z.enum(CASE_KINDS),
  object: z.string(),
  about: Person.nullable(),
  state: z.enum(CASE_STATES),
  reason: z.string(),
  signals: z.number().int(),
  weight: z.number(),
  opened: timestamp,
  due: timestamp,
  /** 1: hidden until the case is decided. */
  hidden: bit,
  taken_by: Person.nullable(),
  resolved_by: Person.nullable(),
  resolved: timestamp.nullable(),
  outcome: z.enum(['', ...CASE_ACTIONS]),
  resolution: z.string(),
  evidence: QuotedContent,
});
export type Case = z.infer<typeof Case>;

const CaseTarget = z.object({
  title: z.string(),
  text: z.string(),
  link: z.string(),
  photos: z.array(z.string()),
  /** Of an ad: its `board_kind`. */
  ad_kind: z.string().optional(),
  /** `held`: held for review, `hidden`: taken down. */
  state: z.enum(['shown', 'held', 'hidden']),
});

export const CaseDetails = Case.extend({
  /** The target as it is now, for an appeal that of the sanction; null when deleted. */
  thing: CaseTarget.nullable(),
  actions: z.array(z.enum(CASE_ACTIONS)),
  /** 1: the content can be hidden in addition. */
  can_hide: bit,
  complaints: z.array(
    z.object({
      id: z.number().int(),
      user: Person,
      reason: z.enum(COMPLAINT_REASONS),
      message: z.string(),
      holder: z.string(),
      weight: z.number(),
      timestamp: timestamp,
    }),
  ),
  measures: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(SANCTION_KINDS),
      rule: z.string(),
      reason: z.string(),
      timestamp: timestamp,
      running: bit,
    }),
  ),
  /** For an appeal: the sanction it is against, and the content that the sanction is about, or ''. */
  against: z
    .object({
      kind: z.enum(SANCTION_KINDS),
      object: z.string(),
      reason: z.string(),
      appeal: z.string(),
      decided_by: Person.nullable(),
    })
    .nullable(),
});
export type CaseDetails = z.infer<typeof CaseDetails>;

const Decision = {
  action: z.enum(CASE_ACTIONS),
  /** Shown to the person; not needed for `nothing`. */
  reason: requiredText(1000).optional(),
  rule: z.enum(COMPLAINT_REASONS).optional(),
  /** Days of a limit, freeze or suspension; default: until lifted. */
  days: wholeNumber(1, SANCTION_DAYS_MAX).optional(),
  per_day: wholeNumber(1, PUBLISHING_LIMIT_MAX).optional(),
  hide: flag.optional(),
};

export const casesApi = {
  list: endpoint('GET', '/api/moderation/cases', 'staff', {
    permission: 'moderation.decide',
    summary: 'Open cases by the time left; with `done=1` decided ones, the newest first.',
    query: z.object({
      kind: z.enum(CASE_KINDS).optional(),
      mine: flag.optional(),
      overdue: flag.optional(),
      done: flag.optional(),
      search: singleLine(200).optional(),
      ...offsetPaging(25, 100),
    }),
    response: z.object({ cases: z.array(Case), total }),
  }),
  counts: endpoint('GET', '/api/moderation/counts', 'staff', {
    permission: 'moderation.decide',
    summary: 'How many cases wait, are mine, and are late.',
    response: z.object({
      waiting: z.number().int(),
      mine: z.number().int(),
      overdue: z.number().int(),
      /** Since when the oldest of them waits. */
      oldest: timestamp.nullable(),
      complaints: z.number().int(),
      kinds: z.record(z.enum(CASE_KINDS), z.number().int()),
    }),
  }),
  get: endpoint('GET', '/api/moderation/cases/{id}', 'staff', {
    permission: 'moderation.decide',
    summary:
      'A case with its evidence, its target’s current state, its complaints, and earlier decisions about the user.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found'],
  }),
  claim: endpoint('POST', '/api/moderation/cases/{id}/take', 'staff', {
    permission: 'moderation.decide',
    summary: 'Claim an open case; `conflict` when somebody else has it.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found', 'conflict', 'appeal_own'],
  }),
  release: endpoint('POST', '/api/moderation/cases/{id}/back', 'staff', {
    permission: 'moderation.decide',
    summary: 'Release an own claimed case; superusers release anybody’s.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found', 'conflict'],
  }),
  resolve: endpoint('POST', '/api/moderation/cases/{id}/resolve', 'staff', {
    permission: 'moderation.decide',
    summary:
      'Decide an own claimed case: complainers are notified of the outcome, the user of the sanction and how to appeal.',
    params: z.object({ id }),
    body: z.object(Decision),
    response: CaseDetails,
    errors: ['not_found', 'conflict', 'forbidden', 'appeal_own'],
  }),
  reopen: endpoint('POST', '/api/moderation/cases/{id}/reopen', 'staff', {
    permission: 'moderation.decide',
    summary: 'Reopen a decided case. The decision stays until there is a new one or it is lifted.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found', 'conflict'],
  }),
  resolveMany: endpoint('POST', '/api/moderation/cases/resolve', 'staff', {
    permission: 'moderation.decide',
    summary: `Claim and decide up to ${CASES_AT_ONCE} cases alike. Those that somebody else has, or that no longer exist, are skipped.`,
    body: z.object({ ids: idList(CASES_AT_ONCE), ...Decision }),
    response: z.object({ done: z.array(z.number().int()), left: z.array(z.number().int()) }),
    errors: ['forbidden'],
  }),
};

export interface CaseEvent {
  type: 'moderation';
  case_id: number;
  state: CaseState;
}
