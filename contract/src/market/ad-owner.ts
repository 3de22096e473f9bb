import { z } from 'zod';
import { IMAGE_ERRORS, images } from '../files/media.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, replaceLoneSurrogates, singleLine, text, timestamp } from '../platform/fields.ts';
import { type AttributeValues, attributeValues } from '../reference/attributes.ts';
import { DISTRICT_MAX } from '../reference/places.ts';
import {
  AD_AUDIENCES,
  AD_DEALS,
  AD_DESCRIPTION_MAX,
  AD_KINDS,
  AD_TITLE_MAX,
  audienceFields,
  Board,
  COMMENTERS,
  kindFields,
  PRICE_PERIODS,
} from './ads.ts';

export const PHONE_REVEALS_PER_DAY = 30;
export const AD_STATS_DAYS = 30;
export const AD_DRAFT_PRICE_MAX = 20;
/** Prices that differ from the usual one of their category so many times are asked about. */
export const ODD_PRICE_TIMES = 10;
/** A range of usual prices says something while its end is at most so many times its beginning. */
export const USUAL_PRICE_TIMES_MAX = 4;

/** Attribute values are checked when the ad is published; until then they only have to be storable text. */
function storable(values: AttributeValues): AttributeValues {
  const sanitize = (value: string): string => replaceLoneSurrogates(value).replaceAll('\0', '\ufffd');
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, typeof value === 'string' ? sanitize(value) : value]),
  );
}

/** An ad draft: nothing is required. One per person, shared by all devices. */
export const UnfinishedAd = z.object({
  board_title: singleLine(AD_TITLE_MAX).optional(),
  board_description: text(AD_DESCRIPTION_MAX).optional(),
  board_price: singleLine(AD_DRAFT_PRICE_MAX).optional(),
  category: optionalId,
  country: optionalId,
  city: optionalId,
  board_district: singleLine(DISTRICT_MAX).optional(),
  board_attributes: attributeValues.transform(storable).optional(),
  board_comments_by: z.enum(COMMENTERS).optional(),
  ...audienceFields,
  ...kindFields,
});
export type UnfinishedAd = z.infer<typeof UnfinishedAd>;

const StoredAdDraft = z.object({
  draft: z
    .object({
      board_title: z.string().optional(),
      board_description: z.string().optional(),
      board_price: z.string().optional(),
      category: z.number().int().nullable().optional(),
      country: z.number().int().nullable().optional(),
      city: z.number().int().nullable().optional(),
      board_district: z.string().optional(),
      board_attributes: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
      board_comments_by: z.enum(COMMENTERS).optional(),
      board_audience: z.enum(AD_AUDIENCES).optional(),
      board_circle_first: bit.optional(),
      board_kind: z.enum(AD_KINDS).optional(),
      board_price_period: z.enum(PRICE_PERIODS).or(z.literal('')).optional(),
      board_swap_for: z.string().optional(),
      board_return_on: z.string().optional(),
    })
    .nullable(),
  changed: timestamp.nullable(),
});

export const AdDay = z.object({
  day: z.string(),
  /** Distinct people, without the owner. */
  views: z.number().int(),
  favorites: z.number().int(),
  messages: z.number().int(),
  phones: z.number().int(),
});
export type AdDay = z.infer<typeof AdDay>;

export const DuplicateAd = z.object({
  board_id: z.number().int(),
  board_title: z.string(),
  board_price: z.number().int(),
  photo: z.string().nullable(),
  own: bit,
  by: z.enum(['text', 'photo', 'both']),
});
export type DuplicateAd = z.infer<typeof DuplicateAd>;

const BoardParams = z.object({ id });
const OWN_ERRORS = ['forbidden', 'not_found'] as const;

export const adOwnerApi = {
  setDeal: endpoint('POST', ['/api/boards/deal', '/api/board/deal'], 'user', {
    summary: 'Mark an own ad as reserved, sold, or open again.',
    body: z.object({ board_id: id, deal: z.enum(AD_DEALS) }),
    response: Board,
    errors: OWN_ERRORS,
  }),
  renew: endpoint('POST', ['/api/boards/renew', '/api/board/renew'], 'user', {
    summary: 'Extend an own ad by 60 days from now; an expired ad is restored from the archive.',
    body: z.object({ board_id: id }),
    response: Board,
    errors: OWN_ERRORS,
  }),
  erase: endpoint('DELETE', ['/api/boards/erase', '/api/board/erase'], 'user', {
    summary: 'Delete an own ad for good, without the 30 days of the archive; not while staff review or block it.',
    query: z.object({ board_id: id }),
    response: z.object({ board_id: z.number().int() }),
    errors: OWN_ERRORS,
  }),
  stats: endpoint('GET', ['/api/boards/stats/{id}', '/api/board/stats/{id}'], 'user', {
    summary: 'Views, favourites, messages and revealed phones of an own ad by day, oldest first.',
    params: BoardParams,
    response: z.object({
      days: z.array(AdDay),
      reveals: z.array(
        z.object({
          user: z.object({
            id: z.number().int(),
            firstname: z.string(),
            lastname: z.string(),
            photo: z.string().nullable(),
          }),
          timestamp: timestamp,
        }),
      ),
    }),
    errors: OWN_ERRORS,
  }),
  view: endpoint('POST', ['/api/boards/view/{id}', '/api/board/view/{id}'], 'public', {
    summary: 'Count a view of an ad: once per day and visitor, never for its owner.',
    params: BoardParams,
    query: z.object({
      promoted: flag.optional(),
    }),
    response: z.object({ board_id: z.number().int() }),
    limit: { max: 600, seconds: 3600 },
  }),
  revealPhone: endpoint('POST', ['/api/boards/phone/{id}', '/api/board/phone/{id}'], 'user', {
    summary: 'Reveal the phone of an ad: at most 30 users’ phones per day; the owner sees who did.',
    params: BoardParams,
    response: z.object({
      /** Empty when the owner hides the number. */
      phone: z.string(),
      left: z.number().int(),
    }),
    errors: ['not_found', 'gone', 'too_many_reveals'],
  }),
  similar: endpoint('GET', ['/api/boards/similar/{id}', '/api/board/similar/{id}'], 'public', {
    summary: 'Public ads like this one, and others of the same seller.',
    standby: true,
    params: BoardParams,
    response: z.object({ similar: z.array(Board), seller: z.array(Board) }),
    errors: ['not_found'],
    cacheMs: 5000,
  }),
  duplicates: endpoint('POST', ['/api/boards/twins', '/api/board/twins'], 'user', {
    summary: 'Public ads that resemble the one being written, by their text and photos.',
    body: z.object({
      board_id: optionalId,
      board_title: singleLine(AD_TITLE_MAX),
      board_description: text(AD_DESCRIPTION_MAX),
    }),
    files: { 'board_photo[]': images(3) },
    response: z.object({ twins: z.array(DuplicateAd) }),
    readsOnly: true,
    errors: [...IMAGE_ERRORS],
    limit: { max: 120, seconds: 3600 },
  }),
  usualPrice: endpoint('GET', ['/api/boards/usual-price', '/api/board/usual-price'], 'user', {
    summary:
      'Median and quartiles of the prices of the newest public ads of a category, or of one sort of thing in it. Only ads of one kind are compared with each other.',
    standby: true,
    query: z.object({
      category: id,
      /** The sort of thing: a choice of an attribute of the category. */
      attribute: optionalId,
      choice: optionalId,
      kind: z.enum(AD_KINDS).default('sell'),
      /** Of kind `rent`. */
      period: z.enum(PRICE_PERIODS).or(z.literal('')).optional(),
    }),
    response: z.object({
      /** Roubles; null while too few ads state a price. */
      price: z.number().int().nullable(),
      /** Null also where prices differ too much. */
      from: z.number().int().nullable(),
      to: z.number().int().nullable(),
    }),
  }),
  getDraft: endpoint('GET', ['/api/boards/draft', '/api/board/draft'], 'user', {
    summary: 'The viewer’s unfinished ad.',
    response: StoredAdDraft,
  }),
  saveDraft: endpoint('PUT', ['/api/boards/draft', '/api/board/draft'], 'user', {
    summary: 'Save the unfinished ad; with `changed`, only when no other device saved a newer one.',
    body: z.object({ draft: UnfinishedAd, changed: timestamp.nullable().optional() }),
    response: StoredAdDraft,
    errors: ['conflict'],
  }),
  discardDraft: endpoint('DELETE', ['/api/boards/draft', '/api/board/draft'], 'user', {
    summary: 'Discard the unfinished ad.',
    response: StoredAdDraft,
  }),
};
