import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { FEATURES } from '../platform/features.ts';
import { bit, flag, id, line, requiredLine, requiredText, text, timestamp } from '../platform/fields.ts';
import { LANGUAGES } from '../platform/languages.ts';
import { pagePaging, total } from '../platform/paging.ts';

/** How loud an announcement is: news, something to mind, something that does not work. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning', 'critical'] as const;
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];
export const ANNOUNCEMENT_TEXT_MAX = 300;
/** Shown at once; the loudest first. */
export const ANNOUNCEMENTS_SHOWN = 3;
/** For how many days back figures are shown. */
export const STATISTICS_DAYS = [7, 30, 90] as const;
export const REASON_MAX = 500;

const feature = z.enum(FEATURES);

export const Announcement = z.object({
  id: z.number().int(),
  /** Grows with every change: a wording that was dismissed stays away, the next is shown. */
  revision: z.number().int(),
  level: z.enum(ANNOUNCEMENT_LEVELS),
  /** In the reader's language, in Russian where that is missing. */
  text: z.string(),
  /** A page of ours or an address elsewhere; '' for none. */
  url: z.string(),
  dismissible: bit,
});
export type Announcement = z.infer<typeof Announcement>;

/** What every page shows above itself. */
export const SiteState = z.object({
  announcements: z.array(Announcement),
  /** What is switched off now. */
  features_off: z.array(feature),
});
export type SiteState = z.infer<typeof SiteState>;

export const StaffAnnouncement = Announcement.omit({ text: true }).extend({
  /** By language; '' where there is none. */
  texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
  starts: timestamp,
  /** Null: until it is removed. */
  ends: timestamp.nullable(),
  state: z.enum(['planned', 'shown', 'over']),
});
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>;

const date = z.iso.datetime({ offset: true });
/** A path of this site, or https elsewhere: nothing that runs when it is clicked. */
const link = line(500).refine(
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
    /** Left out: from now on. */
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
  /** Why it was switched off, for colleagues. */
  reason: z.string(),
  changed: timestamp.nullable(),
  changed_by: z.number().int().nullable(),
});
export type FeatureFlag = z.infer<typeof FeatureFlag>;

export const DeadJob = z.object({
  id: z.number().int(),
  name: z.string(),
  /** What it was to do: numbers and switches as they are, words only by their length: they may be somebody's letter. */
  payload: z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.null()])),
  error: z.string(),
  attempts: z.number().int(),
  queued: timestamp,
  failed: timestamp,
});
export type DeadJob = z.infer<typeof DeadJob>;

/** Days are Moscow days. A figure says nothing (null) about days before it was counted. */
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
/** Only to those who may look at money. */
export const MONEY_METRICS: readonly Metric[] = ['payments', 'payments_kopecks'];

const MetricSeries = z.object({ name: z.enum(METRICS), values: z.array(z.number().nullable()) });

export const Statistics = z.object({
  /** `yyyy-mm-dd`, oldest first; the last one is today and not over. */
  days: z.array(z.string()),
  figures: z.array(MetricSeries),
  /** When the days were counted last; null: never yet. */
  counted: timestamp.nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

/** Jobs that failed on their last try: one of them, or all of a kind. */
const chosenJobs = {
  id: id.optional(),
  name: requiredLine(100).optional(),
};
const isOneChoice = ({ id, name }: { id?: number | undefined; name?: string | undefined }): boolean =>
  (id === undefined) !== (name === undefined);
const count = z.object({ count: z.number().int() });
const Params = z.object({ id });

export const operationsApi = {
  siteState: endpoint({
    method: 'GET',
    path: '/api/announcements',
    access: 'public',
    summary: 'What every page shows above itself: announcements of now, and what is switched off.',
    response: SiteState,
    cacheMs: 1000,
  }),
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/announcements/all',
    access: 'staff',
    permission: 'announcements.edit',
    summary: 'Every announcement, the newest first.',
    query: z.object(pagePaging(25, 100)),
    response: z.object({ announcements: z.array(StaffAnnouncement), total }),
  }),
  addAnnouncement: endpoint({
    method: 'PUT',
    path: '/api/announcements',
    access: 'staff',
    permission: 'announcements.edit',
    summary: 'Announce something on every page.',
    body: AnnouncementDraft,
    response: StaffAnnouncement,
  }),
  editAnnouncement: endpoint({
    method: 'POST',
    path: '/api/announcements/{id}',
    access: 'staff',
    permission: 'announcements.edit',
    summary: 'Change an announcement. Whoever dismissed it is shown it again.',
    params: Params,
    body: AnnouncementDraft,
    response: StaffAnnouncement,
    errors: ['not_found'],
  }),
  removeAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/announcements/{id}',
    access: 'staff',
    permission: 'announcements.edit',
    summary: 'Take an announcement away.',
    params: Params,
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
  listFeatures: endpoint({
    method: 'GET',
    path: '/api/features',
    access: 'staff',
    permission: 'features.edit',
    summary: 'Every switch and how it stands.',
    response: z.object({ features: z.array(FeatureFlag) }),
  }),
  setFeature: endpoint({
    method: 'PUT',
    path: '/api/features',
    access: 'staff',
    permission: 'features.edit',
    summary: 'Switch something off or on, on every node within a second.',
    body: z.object({ feature, is_on: flag, reason: line(REASON_MAX).default('') }),
    response: FeatureFlag,
  }),
  deadJobs: endpoint({
    method: 'GET',
    path: '/api/jobs/dead',
    access: 'staff',
    permission: 'jobs.edit',
    summary: 'Jobs that failed on their last try, the latest first, and how many there are of each kind.',
    query: z.object({ name: requiredLine(100).optional(), ...pagePaging(25, 100) }),
    response: z.object({
      jobs: z.array(DeadJob),
      total,
      kinds: z.array(z.object({ name: z.string(), count: z.number().int() })),
    }),
  }),
  retryJobs: endpoint({
    method: 'POST',
    path: '/api/jobs/dead/retry',
    access: 'staff',
    permission: 'jobs.edit',
    summary: 'Try a failed job again, or all of its kind, with all the tries of a new one.',
    body: z.object(chosenJobs).refine(isOneChoice),
    response: count,
    errors: ['not_found'],
  }),
  discardJobs: endpoint({
    method: 'POST',
    path: '/api/jobs/dead/discard',
    access: 'staff',
    permission: 'jobs.edit',
    summary: 'Give up a failed job, or all of its kind, and say why.',
    body: z.object({ ...chosenJobs, reason: requiredText(REASON_MAX) }).refine(isOneChoice),
    response: count,
    errors: ['not_found'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/statistics',
    access: 'staff',
    permission: 'stats.read',
    summary: 'Figures by Moscow days, for plots. Money only to those who may look at it.',
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
