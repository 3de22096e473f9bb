import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, idList, line, requiredText, timestamp, wholeNumber } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { COMPLAINT_REASONS } from './complaints.ts';
import { PUBLISHING_LIMIT_MAX, SANCTION_DAYS_MAX, SANCTION_KINDS } from './sanctions.ts';

/** Why something waits for staff: complaints, a rule, a stop word, a rights holder, invited accounts that look alike, an appeal. */
export const CASE_KINDS = ['complaint', 'rule', 'hold', 'claim', 'farm', 'appeal'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export const CASE_STATES = ['open', 'taken', 'resolved', 'reopened'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Every case is decided within so many hours: the promise of the user agreement. */
export const CASE_HOURS = 24;
/** With fewer hours left a case is urgent. */
export const CASE_URGENT_HOURS = 4;
/** Complaints that weigh this much together hide a thing until it is decided: three people about whom nothing is known. */
export const HIDE_WEIGHT = 3;
/** One decision about so many cases at most. */
export const CASES_AT_ONCE = 300;

/**
 * What is done. `nothing`: no rule is broken, what was held appears. `warn`, `limit`, `freeze`, `suspend` are about the person, `hide`
 * about the thing. Of an appeal: `keep` the measure or `lift` it.
 */
export const CASE_ACTIONS = ['nothing', 'warn', 'hide', 'limit', 'freeze', 'suspend', 'keep', 'lift'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

const Person = z.object({ id: z.number().int(), name: z.string() });

const QuotedContent = z.object({
  title: z.string(),
  text: z.string(),
  /** Ids of files that it showed. */
  files: z.array(z.number().int()).optional(),
  /** What a rule found, or whatever else whoever opened the case wants to be read. */
  note: z.string().optional(),
});

export const Case = z.object({
  id: z.number().int(),
  kind: z.enum(CASE_KINDS),
  /** `ad:5`, `user:7`, `measure:3`. */
  object: z.string(),
  about: Person.nullable(),
  state: z.enum(CASE_STATES),
  /** A reason of complaints, the name of a rule, the word that was found. */
  reason: z.string(),
  signals: z.number().int(),
  weight: z.number(),
  opened: timestamp,
  due: timestamp,
  /** 1: out of sight until it is decided. */
  hidden: bit,
  taken_by: Person.nullable(),
  resolved_by: Person.nullable(),
  resolved: timestamp.nullable(),
  outcome: z.enum(['', ...CASE_ACTIONS]),
  resolution: z.string(),
  /** What the thing said when the case was opened. */
  evidence: QuotedContent,
});
export type Case = z.infer<typeof Case>;

/** What the thing is now. */
const CaseTarget = z.object({
  title: z.string(),
  text: z.string(),
  /** Its page; '' when it has none. */
  link: z.string(),
  photos: z.array(z.string()),
  /** `held`: waits for staff, `hidden`: taken down. */
  state: z.enum(['shown', 'held', 'hidden']),
});

export const CaseDetails = Case.extend({
  /** Null: it is gone. */
  thing: CaseTarget.nullable(),
  /** What may be decided about it. */
  actions: z.array(z.enum(CASE_ACTIONS)),
  /** 1: the thing can be hidden besides. */
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
  /** What was decided about this person before, the newest first. */
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
  /** Of an appeal: what it is against. */
  against: z
    .object({ kind: z.enum(SANCTION_KINDS), reason: z.string(), appeal: z.string(), decided_by: Person.nullable() })
    .nullable(),
});
export type CaseDetails = z.infer<typeof CaseDetails>;

const Decision = {
  action: z.enum(CASE_ACTIONS),
  /** What the person reads; not needed for `nothing`. */
  reason: requiredText(1000).optional(),
  rule: z.enum(COMPLAINT_REASONS).optional(),
  /** How long a limit, freeze or suspension runs; without it until it is lifted. */
  days: wholeNumber(1, SANCTION_DAYS_MAX).optional(),
  per_day: wholeNumber(1, PUBLISHING_LIMIT_MAX).optional(),
  /** 1: hide the thing besides. */
  hide: flag.optional(),
};

export const casesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/moderation/cases',
    access: 'staff',
    permission: 'moderation.decide',
    summary: 'What waits for a decision, by the time left; with `done=1` what was decided, the newest first.',
    query: z.object({
      kind: z.enum(CASE_KINDS).optional(),
      mine: flag.optional(),
      overdue: flag.optional(),
      done: flag.optional(),
      search: line(200).optional(),
      ...offsetPaging(25, 100),
    }),
    response: z.object({ cases: z.array(Case), total }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/moderation/counts',
    access: 'staff',
    permission: 'moderation.decide',
    summary: 'How many cases wait, are mine, and are late.',
    response: z.object({
      waiting: z.number().int(),
      mine: z.number().int(),
      overdue: z.number().int(),
      complaints: z.number().int(),
      kinds: z.record(z.enum(CASE_KINDS), z.number().int()),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/moderation/cases/{id}',
    access: 'staff',
    permission: 'moderation.decide',
    summary:
      'A case with its evidence, what the thing is now, its complaints, and what was decided about the person before.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found'],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/{id}/take',
    access: 'staff',
    permission: 'moderation.decide',
    summary: 'Take a case that waits; `conflict` when somebody else has it.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found', 'conflict', 'appeal_own'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/{id}/back',
    access: 'staff',
    permission: 'moderation.decide',
    summary: 'Give back a case that I took; superusers give back anybody’s.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found', 'conflict'],
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/{id}/resolve',
    access: 'staff',
    permission: 'moderation.decide',
    summary: 'Decide a case that I took: its complainers hear the outcome, the person the measure and how to appeal.',
    params: z.object({ id }),
    body: z.object(Decision),
    response: CaseDetails,
    errors: ['not_found', 'conflict', 'forbidden', 'appeal_own'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/{id}/reopen',
    access: 'staff',
    permission: 'moderation.decide',
    summary: 'Let a decided case wait again. What was decided stays until it is decided anew or lifted.',
    params: z.object({ id }),
    response: CaseDetails,
    errors: ['not_found', 'conflict'],
  }),
  resolveMany: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/resolve',
    access: 'staff',
    permission: 'moderation.decide',
    summary: `Take and decide up to ${CASES_AT_ONCE} cases alike. Those that somebody else has, or that are no longer there, are left out.`,
    body: z.object({ ids: idList(CASES_AT_ONCE), ...Decision }),
    response: z.object({ done: z.array(z.number().int()), left: z.array(z.number().int()) }),
    errors: ['forbidden'],
  }),
};

/** What staff's pages hear on their own socket when somebody took, gave back or decided a case. */
export interface CaseEvent {
  type: 'moderation';
  case_id: number;
  state: CaseState;
}
