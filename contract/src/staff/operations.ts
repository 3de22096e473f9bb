import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { FEATURES } from '../platform/features.ts';
import { bit, flag, id, requiredLine, requiredText, singleLine, text, timestamp } from '../platform/fields.ts';
import { LANGUAGES } from '../platform/languages.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const ANNOUNCEMENT_LEVELS = ['info', 'warning', 'critical'] as const;
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];
export const ANNOUNCEMENT_TEXT_MAX = 300;
export const ANNOUNCEMENTS_SHOWN = 3;
export const STATISTICS_DAYS = [7, 30, 90] as const;
export const REASON_MAX = 500;

const feature = z.enum(FEATURES);

export const Announcement = z.object({
  id: z.number().int(),
  /** Grows with every change: a dismissed revision stays hidden, the next one is shown. */
  revision: z.number().int(),
  level: z.enum(ANNOUNCEMENT_LEVELS),
  /** In the request's language, else in Russian. */
  text: z.string(),
  /** A path of this site or an external address; '' for none. */
  url: z.string(),
  dismissible: bit,
});
export type Announcement = z.infer<typeof Announcement>;

export const SiteState = z.object({
  announcements: z.array(Announcement),
  features_off: z.array(feature),
});
export type SiteState = z.infer<typeof SiteState>;

export const StaffAnnouncement = Announcement.omit({ text: true }).extend({
  texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
  starts: timestamp,
  ends: timestamp.nullable(),
  state: z.enum(['planned', 'shown', 'over']),
});
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>;

const date = z.iso.datetime({ offset: true });
/** A path of this site, or https elsewhere: rejects `javascript:` and similar addresses. */
const link = singleLine(500).refine(
  (value) => value === '' || /^\/(?![/\\])/.test(value) || /^https:\/\/[^\s/]+/.test(value),
);

export const AnnouncementDraft = z
  .object({
    level: z.enum(ANNOUNCEMENT_LEVELS).default('info'),
    texts: z.object({
      ru: requiredText(ANNOUNCEMENT_TEXT_MAX),
      ...(Object.fromEntries(
        LANGUAGES.filter((lang) => lang !== 'ru').map((lang) => [lang, text(ANNOUNCEMENT_TEXT_MAX).default('')]),
      ) as Record<Exclude<(typeof LANGUAGES)[number], 'ru'>, z.ZodDefault<ReturnType<typeof text>>>),
    }),
    url: link.default(''),
    dismissible: flag.default(1),
    starts: date.optional(),
    ends: date.nullable().default(null),
  })
  .refine(({ starts, ends }) => ends === null || Date.parse(ends) > Date.parse(starts ?? '1970-01-01T00:00:00Z'), {
    path: ['ends'],
  });
export type AnnouncementDraft = z.infer<typeof AnnouncementDraft>;

export const FeatureFlag = z.object({
  feature,
  is_on: bit,
  reason: z.string(),
  changed: timestamp.nullable(),
  changed_by: z.number().int().nullable(),
});
export type FeatureFlag = z.infer<typeof FeatureFlag>;

export const DeadJob = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The job's payload with numbers and flags as they are, but strings only by length, because they may be private. */
  payload: z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.null()])),
  error: z.string(),
  attempts: z.number().int(),
  queued: timestamp,
  failed: timestamp,
});
export type DeadJob = z.infer<typeof DeadJob>;

/** Days are Moscow days. A value is null for days before the metric was introduced. */
export const METRICS = [
  'registrations',
  'activation_percent',
  'return_1_percent',
  'return_7_percent',
  'return_30_percent',
  'ads',
  'publications',
  'payments',
  'payments_kopecks',
  'queue_age_seconds',
  'job_failures',
  'storage_bytes',
  'people_connected',
  'media_rooms',
  'media_people',
] as const;
export type Metric = (typeof METRICS)[number];
/** Only for staff with permission to view money. */
export const MONEY_METRICS: readonly Metric[] = ['payments', 'payments_kopecks'];

/**
 * What the operator is told before it breaks, with the unit of its amount: percent of the disk; hours since the last
 * backup (0: there is none); a backup that cannot be read; addresses that letters did not reach; minutes that the oldest
 * job waits; a scanner of files that does not answer; days that the certificate lasts; a certificate that browsers do not
 * trust; cases whose time is nearly over.
 */
export const OPERATION_WARNINGS = [
  'disk',
  'backup_old',
  'backup_damaged',
  'mail',
  'queue',
  'scanner',
  'certificate',
  'certificate_untrusted',
  'cases',
] as const;
export type OperationWarning = (typeof OPERATION_WARNINGS)[number];

const MetricSeries = z.object({ name: z.enum(METRICS), values: z.array(z.number().nullable()) });

export const Statistics = z.object({
  /** `yyyy-mm-dd`, oldest first; the last day is today and incomplete. */
  days: z.array(z.string()),
  figures: z.array(MetricSeries),
  counted: timestamp.nullable(),
  /** What is about to break; each was told to the administrators by bell and email when it began. */
  warnings: z.array(z.object({ what: z.enum(OPERATION_WARNINGS), amount: z.number().int(), since: timestamp })),
  /** At this moment. `rooms_max`: rooms of calls and streams that the media nodes open at most; null with LiveKit. */
  live: z.object({
    streams: z.number().int(),
    watchers: z.number().int(),
    rooms: z.number().int(),
    rooms_max: z.number().int().nullable(),
  }),
});
export type Statistics = z.infer<typeof Statistics>;

/** Failed jobs: a single one, or all of a kind. */
const chosenJobs = {
  id: id.optional(),
  name: requiredLine(100).optional(),
};
const isOneChoice = ({ id, name }: { id?: number | undefined; name?: string | undefined }): boolean =>
  (id === undefined) !== (name === undefined);
const count = z.object({ count: z.number().int() });
const Params = z.object({ id });

export const operationsApi = {
  siteState: endpoint('GET', '/api/announcements', 'public', {
    summary: 'Site state shown on every page: current announcements, and what is switched off.',
    response: SiteState,
    cacheMs: 1000,
  }),
  listAnnouncements: endpoint('GET', '/api/announcements/all', 'staff', {
    permission: 'announcements.edit',
    summary: 'Every announcement, the newest first.',
    query: z.object(pagePaging(25, 100)),
    response: z.object({ announcements: z.array(StaffAnnouncement), total }),
  }),
  addAnnouncement: endpoint('PUT', '/api/announcements', 'staff', {
    permission: 'announcements.edit',
    summary: 'Announce something on every page.',
    body: AnnouncementDraft,
    response: StaffAnnouncement,
  }),
  editAnnouncement: endpoint('POST', '/api/announcements/{id}', 'staff', {
    permission: 'announcements.edit',
    summary: 'Change an announcement. Whoever dismissed it is shown it again.',
    params: Params,
    body: AnnouncementDraft,
    response: StaffAnnouncement,
    errors: ['not_found'],
  }),
  removeAnnouncement: endpoint('DELETE', '/api/announcements/{id}', 'staff', {
    permission: 'announcements.edit',
    summary: 'Delete an announcement.',
    params: Params,
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
  listFeatures: endpoint('GET', '/api/features', 'staff', {
    permission: 'features.edit',
    summary: 'Every feature switch and its state.',
    response: z.object({ features: z.array(FeatureFlag) }),
  }),
  setFeature: endpoint('PUT', '/api/features', 'staff', {
    permission: 'features.edit',
    summary: 'Switch something off or on, on every node within a second.',
    body: z.object({ feature, is_on: flag, reason: singleLine(REASON_MAX).default('') }),
    response: FeatureFlag,
  }),
  deadJobs: endpoint('GET', '/api/jobs/dead', 'staff', {
    permission: 'jobs.edit',
    summary: 'Jobs that failed on their last try, the latest first, and how many there are of each kind.',
    query: z.object({ name: requiredLine(100).optional(), ...pagePaging(25, 100) }),
    response: z.object({
      jobs: z.array(DeadJob),
      total,
      kinds: z.array(z.object({ name: z.string(), count: z.number().int() })),
    }),
  }),
  retryJobs: endpoint('POST', '/api/jobs/dead/retry', 'staff', {
    permission: 'jobs.edit',
    summary: 'Try a failed job again, or all of its kind, with all the tries of a new one.',
    body: z.object(chosenJobs).refine(isOneChoice),
    response: count,
    errors: ['not_found'],
  }),
  discardJobs: endpoint('POST', '/api/jobs/dead/discard', 'staff', {
    permission: 'jobs.edit',
    summary: 'Discard a failed job, or all of its kind, with a reason.',
    body: z.object({ ...chosenJobs, reason: requiredText(REASON_MAX) }).refine(isOneChoice),
    response: count,
    errors: ['not_found'],
  }),
  statistics: endpoint('GET', '/api/statistics', 'staff', {
    permission: 'stats.read',
    summary: 'Metrics by Moscow days, for plots. Money only for those who may view it.',
    query: z.object({
      days: z
        .union([z.number(), z.string().regex(/^\d{1,2}$/)])
        .transform(Number)
        .pipe(z.union([z.literal(7), z.literal(30), z.literal(90)]))
        .default(30),
    }),
    response: Statistics,
  }),
};
