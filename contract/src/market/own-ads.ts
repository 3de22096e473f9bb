import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, idList, search, timestamp } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { ADS_PAGE_MAX, ADS_PAGE_SIZE, Board } from './ads.ts';

/**
 * Lists of a seller. `mine`: all outside the archive. `attention`: nobody sees the ad, or soon nobody will: blocked, on
 * review, switched off, near its end or ended.
 */
export const OWN_AD_TABS = ['mine', 'attention', 'active', 'sold', 'archive'] as const;
export type OwnAdTab = (typeof OWN_AD_TABS)[number];
/** `return`: out of the archive, or for sale again. */
export const OWN_AD_ACTS = ['archive', 'sell', 'return', 'erase'] as const;
export type OwnAdAct = (typeof OWN_AD_ACTS)[number];
export const OWN_ADS_AT_ONCE_MAX = 50;
export const OWN_AD_VIEW_DAYS = 14;

/** What became of one ad of an act: `unchanged` was so already, an erased one included. */
export const OWN_AD_RESULTS = ['done', 'unchanged', 'forbidden', 'blocked', 'in_review'] as const;
export type OwnAdResult = (typeof OWN_AD_RESULTS)[number];

export const OwnBoard = Board.extend({
  /** Distinct visitors by Moscow day, the oldest first, today last. */
  board_views_by_day: z.array(z.number().int()),
  /** The latest end of what is paid for; `paused` while nobody sees the ad, and the end moves by that time. */
  board_promoted: z.object({ until: timestamp, paused: bit }).optional(),
});
export type OwnBoard = z.infer<typeof OwnBoard>;

const OwnCounts = z.object({
  mine: z.number().int(),
  attention: z.number().int(),
  active: z.number().int(),
  sold: z.number().int(),
  archive: z.number().int(),
  favourite: z.number().int(),
});
export type OwnCounts = z.infer<typeof OwnCounts>;

/** Null: the seller is at home. */
const Vacation = z.object({ since: timestamp }).nullable();
export type Vacation = z.infer<typeof Vacation>;

export const ownAdsApi = {
  listOwn: endpoint('GET', ['/api/boards/own', '/api/board/own'], 'user', {
    summary: 'One list of the viewer’s own ads with views by day and promotion, and the counts of all lists.',
    query: z.object({
      tab: z.enum(OWN_AD_TABS).default('mine').catch('mine'),
      search,
      ...offsetPaging(ADS_PAGE_SIZE, ADS_PAGE_MAX),
    }),
    response: z.object({
      boards: z.array(OwnBoard),
      total,
      total_bounded: bit.optional(),
      /** Regardless of the search. */
      counts: OwnCounts,
      /** The unfinished ad of the form. */
      draft: z.object({ board_title: z.string(), changed: timestamp }).nullable(),
      vacation: Vacation,
    }),
  }),
  countOwn: endpoint('GET', ['/api/boards/own/counts', '/api/board/own/counts'], 'user', {
    summary: 'How many ads each list of the viewer holds.',
    response: OwnCounts,
  }),
  setVacation: endpoint('PUT', ['/api/boards/vacation', '/api/board/vacation'], 'user', {
    summary: 'Hide all own ads from lists and search while away; off, they come back in their former states.',
    body: z.object({ on: flag }),
    response: z.object({ vacation: Vacation }),
  }),
  actOnOwn: endpoint('POST', ['/api/boards/own', '/api/board/own'], 'user', {
    summary:
      'Archive, sell, return or erase many own ads, each with its result; a repeat changes nothing. Rejected when all ads are of others.',
    body: z.object({
      board_ids: idList(OWN_ADS_AT_ONCE_MAX).pipe(z.array(z.number()).min(1)),
      act: z.enum(OWN_AD_ACTS),
    }),
    response: z.object({
      results: z.array(z.object({ board_id: z.number().int(), result: z.enum(OWN_AD_RESULTS) })),
    }),
    errors: ['forbidden'],
  }),
};
