import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { flag, id, singleLine, timestamp } from '../platform/fields.ts';

/** Ads of one feed; a longer feed is refused. */
export const FEED_ADS_MAX = 500;
export const FEED_MAX_BYTES = 5 * 1024 * 1024;

export const FEED_ACTIONS = ['create', 'change', 'archive', 'same', 'refuse'] as const;
export type FeedAction = (typeof FEED_ACTIONS)[number];
/**
 * Why an entry is refused. `unreadable`: no entry at all; `field`: `detail` names it; `place`: `detail` is not known;
 * `duplicate`: the number stands before; the state of the own ad; `changed_since`: the ad is no longer as it was when the
 * feed was checked; `photos`: the ad is there, and `detail` of its pictures could not be read.
 */
export const FEED_REASONS = [
  ...['unreadable', 'field', 'place', 'duplicate', 'archived', 'blocked', 'sold', 'subscription', 'changed_since'],
  ...['photos', 'failed'],
] as const;

export const FeedRow = z.object({
  /** Line of a CSV feed; number of the entry in XML. */
  line: z.number().int(),
  external_id: z.string(),
  title: z.string(),
  action: z.enum(FEED_ACTIONS),
  reason: z.string().nullable(),
  detail: z.string(),
  /** Of the own ad, when it is known already or was created. */
  board_id: z.number().int().nullable(),
  /** Name of the category, which may be proposed from the title. */
  category: z.string(),
  /** With `change`: names of fields, as the forms of ads have them. */
  fields: z.array(z.string()),
  /** With `create`: how many pictures will be fetched. */
  photos: z.number().int(),
  /** After the real run; null before, and of what it leaves alone. */
  result: z.enum(['done', 'refused']).nullable(),
});
export type FeedRow = z.infer<typeof FeedRow>;

export const SellerFeed = z.object({
  id: z.number().int(),
  /** `checked`: nothing has been changed yet. */
  state: z.enum(['checked', 'running', 'done']),
  created: timestamp,
  counts: z.object({
    create: z.number().int(),
    change: z.number().int(),
    archive: z.number().int(),
    same: z.number().int(),
    refuse: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
  }),
  rows: z.array(FeedRow),
});
export type SellerFeed = z.infer<typeof SellerFeed>;

export const sellerFeedsApi = {
  get: endpoint('GET', '/api/seller/feed', 'user', {
    summary: 'The feed that the viewer checked last, and what became of its entries.',
    response: z.object({ feed: SellerFeed.nullable() }),
  }),
  check: endpoint('POST', '/api/seller/feed', 'user', {
    summary: `Read a feed of own ads (CSV, Avito XML or YML, at most ${FEED_ADS_MAX} ads) from a file or an address, and tell what it would do to each ad. Changes no ad.`,
    body: z.object({
      url: singleLine(2000).default(''),
      /** 1: ads of earlier feeds that this one lacks go to the archive. */
      archive_missing: flag.default(0),
    }),
    files: { feed: { kind: 'any', maxCount: 1, maxBytes: FEED_MAX_BYTES } },
    response: z.object({ feed: SellerFeed }),
    errors: ['feed_unreadable', 'feed_unreachable', 'feed_running', 'file_too_large', 'file_empty'],
    limit: { max: 60, seconds: 3600 },
  }),
  run: endpoint('POST', '/api/seller/feed/{id}/run', 'user', {
    summary: 'Do what the check of this feed said, and nothing else. A repeat starts nothing.',
    params: z.object({ id }),
    response: z.object({ feed: SellerFeed }),
    errors: ['not_found'],
    limit: { max: 60, seconds: 3600 },
  }),
};
