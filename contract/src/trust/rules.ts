import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  bit,
  flag,
  id,
  requiredLine,
  requiredText,
  singleLine,
  text,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';

/** What a rule looks for. `stop_words` is the blocklist of words, of which there is exactly one rule. */
export const RULE_KINDS = ['stop_words', 'words', 'links', 'pictures', 'burst', 'newcomer'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
/** Content a rule applies to; `message` is a message request. */
export const RULE_SUBJECTS = ['ad', 'publication', 'comment', 'message', 'profile'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];
/** Content that can be held for review; other content only opens a case. */
export const HOLDABLE_SUBJECTS: readonly RuleSubject[] = ['ad', 'publication'];

export const RULES_MAX = 200;
export const RULE_NAME_MAX = 80;
export const RULE_WORDS_MAX = 200;
export const RULE_HOSTS_MAX = 200;
export const IMAGE_DISTANCE_MAX = 10;
export const BLOCKED_IMAGES_MAX = 5000;
export const RULE_TRIAL_DAYS = 7;
const SAMPLES_MAX = 10;

const list = (max: number, length: number) =>
  z
    .array(requiredLine(length))
    .max(max)
    .transform((items) => [...new Set(items)]);

/** Settings of all kinds; each kind reads only its own. */
export const RuleSettings = z.object({
  words: list(RULE_WORDS_MAX, 60).default([]),
  /** `links`: these hosts and their subdomains. */
  hosts: list(RULE_HOSTS_MAX, 253).default([]),
  /** `links`: 1: URL shorteners. */
  shorteners: flag.default(0),
  /** `links`: any link from an account younger than this many days; 0: off. */
  link_days: wholeNumber(0, 365).default(0),
  /** `pictures`: maximum Hamming distance, in bits of 64, between the perceptual hash and a listed picture. */
  distance: wholeNumber(0, IMAGE_DISTANCE_MAX).default(3),
  /** `burst`: items by one person, from one address, or with the same text by different people. */
  by: z.enum(['person', 'address', 'text']).default('person'),
  /** `burst`: minimum number of items within `minutes`. */
  count: wholeNumber(2, 1000).default(5),
  minutes: wholeNumber(1, 1440).default(10),
  /** `newcomer`: accounts younger than this many days. */
  days: wholeNumber(1, 365).default(3),
  /** `newcomer`: 1: only accounts without friends. */
  friendless: flag.default(1),
});
export type RuleSettings = z.output<typeof RuleSettings>;

const RuleSettingsResponse = z.object({
  words: z.array(z.string()),
  hosts: z.array(z.string()),
  shorteners: bit,
  link_days: z.number().int(),
  distance: z.number().int(),
  by: z.enum(['person', 'address', 'text']),
  count: z.number().int(),
  minutes: z.number().int(),
  days: z.number().int(),
  friendless: bit,
});

const draft = {
  name: requiredLine(RULE_NAME_MAX),
  kind: z.enum(RULE_KINDS),
  subjects: z
    .array(z.enum(RULE_SUBJECTS))
    .min(1)
    .max(RULE_SUBJECTS.length)
    .transform((subjects) => RULE_SUBJECTS.filter((subject) => subjects.includes(subject))),
  /** `queue`: the content stays visible and staff review it. `hold`: held for review, and the author is notified. */
  action: z.enum(['queue', 'hold']),
  reason: text(300).default(''),
  settings: RuleSettings.prefault({}),
};
export const RuleDraft = z.object(draft);
export type RuleDraft = z.output<typeof RuleDraft>;

export const Rule = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(RULE_KINDS),
  subjects: z.array(z.enum(RULE_SUBJECTS)),
  action: z.enum(['queue', 'hold']),
  reason: z.string(),
  settings: RuleSettingsResponse,
  on: bit,
  revision: z.number().int(),
  changed: timestamp,
  hits: z.number().int(),
  /** Hits that staff confirmed, and rejected; the rest is undecided. */
  confirmed: z.number().int(),
  dismissed: z.number().int(),
});
export type Rule = z.infer<typeof Rule>;

const RuleHit = z.object({
  object: z.string(),
  subject: z.enum(RULE_SUBJECTS),
  user: z.object({ id: z.number().int(), name: z.string() }),
  found: z.string(),
  text: z.string(),
  timestamp: timestamp,
});
export type RuleHit = z.infer<typeof RuleHit>;

const params = z.object({ id });

export const BlockedImage = z.object({
  id: z.number().int(),
  /** Sixteen hexadecimal digits. */
  print: z.string(),
  note: z.string(),
  timestamp: timestamp,
});
export type BlockedImage = z.infer<typeof BlockedImage>;

export const rulesApi = {
  list: endpoint('GET', '/api/moderation/rules', 'staff', {
    permission: 'moderation.decide',
    summary: 'Content rules, with how often each was right.',
    response: z.object({ rules: z.array(Rule), total }),
  }),
  add: endpoint('PUT', '/api/moderation/rules', 'staff', {
    permission: 'moderation.rules',
    summary: 'Add a rule. It is off until it is switched on.',
    body: RuleDraft,
    response: Rule,
    errors: ['conflict'],
  }),
  edit: endpoint('POST', '/api/moderation/rules/{id}', 'staff', {
    permission: 'moderation.rules',
    summary: 'Change a rule, from the revision that was read. Its kind stays.',
    params,
    body: z.object({ ...draft, revision: wholeNumber(1, 2_000_000_000) }),
    response: Rule,
    errors: ['not_found', 'conflict'],
  }),
  switch: endpoint('POST', '/api/moderation/rules/{id}/state', 'staff', {
    permission: 'moderation.rules',
    summary: 'Switch a rule on or off.',
    params,
    body: z.object({ on: flag }),
    response: Rule,
    errors: ['not_found'],
  }),
  remove: endpoint('DELETE', '/api/moderation/rules/{id}', 'staff', {
    permission: 'moderation.rules',
    summary: 'Remove a rule; its hits stay in the cases. The rule of blocklist words cannot be removed.',
    params,
    response: z.object({ id: z.number().int() }),
    errors: ['not_found', 'conflict'],
  }),
  try: endpoint('POST', '/api/moderation/rules/try', 'staff', {
    permission: 'moderation.rules',
    summary: `Trial of a rule on the last ${RULE_TRIAL_DAYS} days. Changes nothing.`,
    body: RuleDraft,
    response: z.object({
      checked: z.number().int(),
      hits: z.number().int(),
      people: z.number().int(),
      samples: z.array(RuleHit).max(SAMPLES_MAX),
    }),
    readsOnly: true,
  }),
  hits: endpoint('GET', '/api/moderation/rules/{id}/hits', 'staff', {
    permission: 'moderation.decide',
    summary: 'Hits of a rule, the newest first.',
    params,
    query: z.object(offsetPaging(10, 100)),
    response: z.object({
      hits: z.array(RuleHit.extend({ held: bit, outcome: z.enum(['waits', 'confirmed', 'dismissed']) })),
      total,
    }),
    errors: ['not_found'],
  }),
  listBlockedImages: endpoint('GET', '/api/moderation/pictures', 'staff', {
    permission: 'moderation.decide',
    summary: 'Blocked images, by their perceptual hash.',
    query: z.object(offsetPaging(10, 100)),
    response: z.object({ pictures: z.array(BlockedImage), total }),
  }),
  addBlockedImages: endpoint('PUT', '/api/moderation/pictures', 'staff', {
    permission: 'moderation.rules',
    summary: 'Add the photos of an ad to the blocked images. Returns how many were new.',
    body: z.object({ board_id: id, note: singleLine(200).default('') }),
    response: z.object({ count: z.number().int() }),
    errors: ['not_found', 'conflict'],
  }),
  removeBlockedImage: endpoint('DELETE', '/api/moderation/pictures/{id}', 'staff', {
    permission: 'moderation.rules',
    summary: 'Remove a blocked image.',
    params,
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
};

/** Attribute that accounts of a cluster share. `registration`: registered from one network within one hour. */
export const CLUSTER_ATTRIBUTES = ['text', 'host', 'address', 'picture', 'registration'] as const;
export type ClusterAttribute = (typeof CLUSTER_ATTRIBUTES)[number];
export const ACCOUNT_CLUSTER_MIN = 3;
export const BULK_SANCTION_MAX = 2000;
/** Minutes during which a bulk sanction can be undone as a whole. */
export const BULK_SANCTION_UNDO_MINUTES = 30;

const clusterQuery = {
  by: z.enum(CLUSTER_ATTRIBUTES),
  days: wholeNumber(1, RULE_TRIAL_DAYS).default(RULE_TRIAL_DAYS),
};
const clusterKey = { ...clusterQuery, value: requiredLine(300) };

export const AccountCluster = z.object({
  by: z.enum(CLUSTER_ATTRIBUTES),
  value: z.string(),
  accounts: z.number().int(),
  /** Accounts unlikely to be abusive: paid, with friends, or older than a month. */
  trusted: z.number().int(),
  things: z.number().int(),
  samples: z.array(z.string()),
  latest: timestamp,
});
export type AccountCluster = z.infer<typeof AccountCluster>;

export const ClusterAccount = z.object({
  id: z.number().int(),
  name: z.string(),
  login: z.string(),
  registered: timestamp,
  trusted: bit,
  things: z.number().int(),
  sample: z.string(),
});
export type ClusterAccount = z.infer<typeof ClusterAccount>;

export const BULK_SANCTION_STATES = ['running', 'done', 'undoing', 'undone'] as const;

export const BulkSanction = z.object({
  id: z.number().int(),
  by: z.enum(CLUSTER_ATTRIBUTES),
  value: z.string(),
  reason: z.string(),
  state: z.enum(BULK_SANCTION_STATES),
  /** Accounts selected, and how many of them are done. */
  total: z.number().int(),
  settled: z.number().int(),
  /** Accounts skipped because they are staff by now or were suspended before. */
  skipped: z.number().int(),
  staff: z.object({ id: z.number().int(), name: z.string() }),
  timestamp: timestamp,
  /** Null: undoing is no longer possible. */
  undo_until: timestamp.nullable(),
});
export type BulkSanction = z.infer<typeof BulkSanction>;

export const bulkSanctionsApi = {
  listClusters: endpoint('GET', '/api/moderation/waves/groups', 'staff', {
    permission: 'users.suspend',
    summary: 'Account clusters by a shared attribute, the largest first.',
    query: z.object({ ...clusterQuery, ...offsetPaging(10, 50) }),
    response: z.object({ groups: z.array(AccountCluster), total }),
  }),
  listClusterAccounts: endpoint('GET', '/api/moderation/waves/accounts', 'staff', {
    permission: 'users.suspend',
    summary: 'The accounts of one cluster, trusted ones first.',
    query: z.object({ ...clusterKey, ...offsetPaging(50, 500) }),
    response: z.object({ accounts: z.array(ClusterAccount), total }),
    errors: ['not_found'],
  }),
  list: endpoint('GET', '/api/moderation/waves', 'staff', {
    permission: 'users.suspend',
    summary: 'Bulk sanctions, the latest first.',
    query: z.object(offsetPaging(10, 50)),
    response: z.object({ waves: z.array(BulkSanction), total }),
  }),
  start: endpoint('PUT', '/api/moderation/waves', 'staff', {
    permission: 'users.suspend',
    summary:
      'Suspend the accounts of a cluster and hide their content, but for the exceptions. `conflict`: the cluster no longer has the size `expected`.',
    body: z.object({
      ...clusterKey,
      except_ids: z.array(id).max(BULK_SANCTION_MAX).default([]),
      with_trusted: flag.default(0),
      /** Number of accounts as the moderator saw it. */
      expected: wholeNumber(1, BULK_SANCTION_MAX),
      reason: requiredText(500),
    }),
    response: BulkSanction,
    errors: ['conflict'],
  }),
  get: endpoint('GET', '/api/moderation/waves/{id}', 'staff', {
    permission: 'users.suspend',
    summary: 'Progress of one bulk sanction.',
    params,
    response: BulkSanction,
    errors: ['not_found'],
  }),
  undo: endpoint('POST', '/api/moderation/waves/{id}/undo', 'staff', {
    permission: 'users.suspend',
    summary: `Undo a bulk sanction as a whole, within ${BULK_SANCTION_UNDO_MINUTES} minutes.`,
    params,
    response: BulkSanction,
    errors: ['not_found', 'conflict'],
  }),
};
