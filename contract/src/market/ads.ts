import { z } from 'zod';
import { IMAGE_ERRORS, images } from '../files/media.ts';
import type { Audience } from '../people/privacy.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  bit,
  day,
  flag,
  id,
  idList,
  optionalId,
  requiredLine,
  requiredText,
  search,
  singleLine,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { roubles } from '../platform/money.ts';
import { offsetPaging, pagePaging, total } from '../platform/paging.ts';
import { ATTRIBUTE_KINDS, attributeValues } from '../reference/attributes.ts';
import { DISTRICT_MAX } from '../reference/places.ts';

export const AD_TITLE_MAX = 255;
export const AD_DESCRIPTION_MAX = 5000;
export const AD_PHOTOS_MAX = 3;
export const ADS_PAGE_SIZE = 12;
export const ADS_PAGE_SIZE_OWN = 10;
export const ADS_PAGE_MAX = 100;
/** Longer titles are cut on small cards and, later, in breadcrumbs; shorter titles use larger type on the ad page. */
export const AD_TITLE_ON_CARD = 34;
export const AD_TITLE_IN_BREADCRUMBS = 50;
export const AD_TITLE_LARGE_UNDER = 82;
/** An archived ad is erased after this many days. */
export const AD_ARCHIVE_DAYS = 30;
/** An ad that is not renewed is archived after this many days; the owner is reminded this many days before. */
export const AD_EXPIRY_DAYS = 60;
export const AD_REMINDER_DAYS = 3;
export const AD_FRESH_DAYS = [1, 3, 7, 30] as const;
export const AD_RADII_KM = [5, 10, 25, 50, 100, 200, 500] as const;
/** What is proposed around a city that somebody is known to live in. */
export const AD_RADIUS_USUAL_KM = 25;

/**
 * State of an ad as viewers see it. `review`: held for staff. `gone`: erased, still listed for its favoriters. Public
 * lists contain only `active` and `reserved` ads.
 */
export const AD_STATES = ['active', 'reserved', 'sold', 'disabled', 'review', 'blocked', 'archived', 'gone'] as const;
export type AdState = (typeof AD_STATES)[number];
export const AD_DEALS = ['open', 'reserved', 'sold'] as const;
export type AdDeal = (typeof AD_DEALS)[number];
/**
 * What the owner of an ad wants: `sell`, `buy` (the price is a maximum), `give` for nothing, `swap` for something else, `rent`
 * out for a price per period, `lend` for nothing until a day.
 */
export const AD_KINDS = ['sell', 'buy', 'give', 'swap', 'rent', 'lend'] as const;
export type AdKind = (typeof AD_KINDS)[number];
/** Ads of the other kinds cost nothing: their price is 0, whatever is sent. */
export const PRICED_AD_KINDS: readonly AdKind[] = ['sell', 'buy', 'rent'];
/** Kinds whose price others may answer by an offer: their owner is the one who is paid. */
export const OFFERED_AD_KINDS: readonly AdKind[] = ['sell', 'rent'];
export const PRICE_PERIODS = ['day', 'month'] as const;
export type PricePeriod = (typeof PRICE_PERIODS)[number];
export const AD_SWAP_FOR_MAX = 255;
export const COMMENTERS = ['all', 'circle', 'nobody'] as const;
/** Who is shown an ad. To everybody else it does not exist. */
export const AD_AUDIENCES = ['all', 'friends', 'fams'] as const satisfies readonly Audience[];
export type AdAudience = (typeof AD_AUDIENCES)[number];
/** An ad that is shown to the circle of its owner first opens to everybody after this time. */
export const AD_CIRCLE_FIRST_HOURS = 24;
/**
 * Orders of the public list. `relevance` is the default where words are searched: ads whose title contains them before
 * others, then the newest first. Without words the default is chronological. `near` is the distance from `city_id` and
 * needs a `radius`; without one it is the default. Promoted ads are marked.
 */
export const AD_SORTS = ['date', 'price_asc', 'price_desc', 'near', 'relevance'] as const;
export type AdSort = (typeof AD_SORTS)[number];
/** Searches count at most this many matches in `total` and set `total_bounded` beyond. */
export const SEARCH_TOTAL_MAX = 1000;

export const AdPhoto = z.object({
  id: z.number().int(),
  src: z.string(),
  src_400: z.string(),
  src_1600: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string(),
});
export type AdPhoto = z.infer<typeof AdPhoto>;

const Named = z.object({ id: z.number().int(), name_native: z.string(), name_en: z.string(), name: z.string() });

export const AdAttribute = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(ATTRIBUTE_KINDS),
  /** The value in the request's language; for a choice, its name. Clients format numbers and add the unit. */
  text: z.string(),
  unit: z.string(),
  value: z.number().nullable(),
});
export type AdAttribute = z.infer<typeof AdAttribute>;

export const Board = z.object({
  board_id: z.number().int(),
  board_user_id: z.number().int(),
  board_title: z.string(),
  board_description: z.string(),
  /** Whole roubles; 0 = not stated, or for nothing: see `PRICED_AD_KINDS`. */
  board_price: z.number().int(),
  board_kind: z.enum(AD_KINDS),
  /** Of kind `rent`: what the price is paid for. */
  board_price_period: z.enum(PRICE_PERIODS).optional(),
  /** Of kind `swap`: what the owner takes for it. */
  board_swap_for: z.string().optional(),
  /** Of kind `lend`: the day on which the thing is back. */
  board_return_on: z.string().optional(),
  /** While the thing is lent: the day on which it is due. */
  board_lent_until: z.string().optional(),
  board_photos: z.array(AdPhoto),
  category: Named.nullable(),
  country: Named.nullable(),
  city: Named.nullable(),
  board_enabled: bit,
  board_archived: bit,
  board_date_create: timestamp,
  board_date_change: timestamp,
  owner_firstname: z.string(),
  owner_lastname: z.string(),
  owner_photo: z.string().nullable(),
  /** Masked for all but the owner and staff until the viewer reveals the number; empty when the owner hides it. */
  owner_phone: z.string(),
  /** 1 when the ad is a favorite of the viewer; absent for anonymous viewers. */
  subscription_on_board: bit.optional(),
  /** Only in the viewer's favorites: the folder, 0 without one. */
  favorite_folder: z.number().int().optional(),
  /** Among the viewer's favorites: roubles by which the price fell since the ad became one. */
  board_price_drop: z.number().int().optional(),
  /** In lists for signed-in viewers: the viewer's muted word that the ad contains. */
  muted_by: z.string().optional(),
  comments: z.number().int(),
  board_external: bit,
  user_firstname: z.string().optional(),
  user_phone: z.string().optional(),
  user_photo: z.string().optional(),
  /** Present and 1 when moderation took the ad down; only the owner and staff see the ad and the reason. */
  board_blocked: bit.optional(),
  board_blocked_reason: z.string().optional(),
  board_state: z.enum(AD_STATES),
  /** District, quarter or metro station in the owner's words; may be empty. */
  board_district: z.string(),
  board_attributes: z.array(AdAttribute),
  board_comments_by: z.enum(COMMENTERS),
  /** 1 when `owner_phone` is masked and the reveal endpoint would return the number. */
  owner_phone_masked: bit,
  /** Kilometres between the ad's city and the requested or the viewer's city; absent when either is unknown. */
  board_distance: z.number().int().optional(),
  /** 1 while the seller is on vacation: the ad is in no list, and an answer may take long. */
  board_owner_away: bit.optional(),
  /** Of one ad whose seller names working hours: whether it is working time, and when that changes; null: never. */
  board_seller_hours: z.object({ open: bit, changes: timestamp.nullable() }).optional(),
  /** In public lists, on promoted cards: `advert` names the advertiser when that is a business. */
  board_promotion: z
    .object({
      highlight: bit,
      advert: z.object({ advertiser: z.string(), inn: z.string(), erid: z.string() }).optional(),
    })
    .optional(),
  /** 1 while the ad is shown to the circle of its owner only; absent otherwise. Viewers do not learn which circle. */
  board_circle_only: bit.optional(),
  // For the owner and staff:
  board_audience: z.enum(AD_AUDIENCES).optional(),
  /** 1: `board_audience` is `all`, but the circle is shown the ad first. */
  board_circle_first: bit.optional(),
  /** When the ad opens to everybody; absent until its circle is shown the ad. */
  board_opens: timestamp.optional(),
  /** Grows with every change; an edit that names another revision fails with `conflict`. */
  board_revision: z.number().int().optional(),
  board_expires: timestamp.optional(),
  board_erased: timestamp.optional(),
  /** Why the ad is held for review, in the request's language. */
  board_review_reason: z.string().optional(),
  board_expired: bit.optional(),
  board_views: z.number().int().optional(),
  board_favorites: z.number().int().optional(),
});
export type Board = z.infer<typeof Board>;

export const audienceFields = {
  board_audience: z.enum(AD_AUDIENCES).optional(),
  /** 1: friends are shown the ad a day before everybody else. Only for an ad that nobody was shown before. */
  board_circle_first: flag.optional(),
};

export const kindFields = {
  board_kind: z.enum(AD_KINDS).optional(),
  /** Of kind `rent`; default `month`. */
  board_price_period: z.enum(PRICE_PERIODS).or(z.literal('')).optional(),
  /** Required for kind `swap`. */
  board_swap_for: singleLine(AD_SWAP_FOR_MAX).optional(),
  /** Required for kind `lend`: a day that is not over. */
  board_return_on: day.or(z.literal('')).optional(),
};

/** Input of the ad form. Values arrive as strings; `category`, `country` and `city` may be empty. */
export const AdDraft = z.object({
  board_title: requiredLine(AD_TITLE_MAX),
  board_description: requiredText(AD_DESCRIPTION_MAX),
  board_price: z.preprocess((value) => (value === '' || value === null || value === undefined ? 0 : value), roubles),
  board_enabled: flag.default(1),
  category: optionalId,
  country: optionalId,
  city: optionalId,
  board_district: singleLine(DISTRICT_MAX).optional(),
  board_attributes: attributeValues.optional(),
  board_comments_by: z.enum(COMMENTERS).optional(),
  ...audienceFields,
  ...kindFields,
  /** Author's name of an ad that staff import from elsewhere; ignored from everybody else. */
  board_external: flag.optional(),
  user_firstname: singleLine(60).optional(),
  user_phone: singleLine(20).optional(),
  user_photo: singleLine(500).optional(),
});
export type AdDraft = z.infer<typeof AdDraft>;

export const AdChange = z.object({
  board_id: optionalId,
  board_title: requiredLine(AD_TITLE_MAX).optional(),
  board_description: requiredText(AD_DESCRIPTION_MAX).optional(),
  board_price: z.union([z.literal('').transform(() => 0), roubles]).optional(),
  board_enabled: flag.optional(),
  category: optionalId,
  country: optionalId,
  city: optionalId,
  board_district: singleLine(DISTRICT_MAX).optional(),
  board_attributes: attributeValues.optional(),
  board_comments_by: z.enum(COMMENTERS).optional(),
  ...audienceFields,
  ...kindFields,
  board_revision: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  /** All photo ids of the ad in their new order, the cover first. Applied before newly uploaded photos are added. */
  board_photo_order: idList(AD_PHOTOS_MAX).optional(),
});
export type AdChange = z.infer<typeof AdChange>;

const price = z.union([z.literal('').transform(() => undefined), roubles]).optional();

/** What ads are searched by. */
export const AdSearchFields = {
  search,
  country_id: optionalId,
  city_id: optionalId,
  category_id: optionalId,
  price_from: price,
  price_to: price,
  kind: z
    .enum(AD_KINDS)
    .or(z.literal('').transform(() => undefined))
    .optional(),
  photo: flag.optional(),
  /** 1: only ads of the viewer’s friends. Guests have none, so it is ignored from them. */
  circle: flag.optional(),
  /** 1: only ads of friends of the viewer’s friends; with `circle` those of friends as well. Guests are refused. */
  friends_of_friends: flag.optional(),
  days: wholeNumber(1, 365).optional(),
  /** Also cities within this many kilometres of `city_id`. */
  radius: wholeNumber(1, 500).optional(),
  /** A district of `city_id` as its ads name it, whatever the case; ignored with a radius. */
  district: singleLine(DISTRICT_MAX).optional(),
  /** `12:5,7;14:10-20`, see attribute-filters.ts; unknown or unsearchable attributes are ignored. */
  attributes: singleLine(500).optional(),
  sort: z.enum(AD_SORTS).optional().catch(undefined),
};

export const AdFilters = z.object({
  ...AdSearchFields,
  /** 1 searches the words as typed: nothing is corrected, left out or read as a city, price or category. */
  exact: flag.optional(),
  ...pagePaging(ADS_PAGE_SIZE, ADS_PAGE_MAX),
});
export type AdFilters = z.infer<typeof AdFilters>;

const boards = z.object({ boards: z.array(Board), total, total_bounded: bit.optional() });
const foundBoards = boards.extend({
  /**
   * The query that was searched instead, when the typed one found nothing: a corrected typo, another alphabet or
   * keyboard layout, or fewer words.
   */
  corrected: z.string().optional(),
  /** Filters read out of the words, each with the query that remains without it. */
  read: z
    .array(
      z.object({
        kind: z.enum(['city', 'radius', 'price', 'category']),
        search: z.string(),
        id: z.number().int().optional(),
        name: z.string().optional(),
        /** Kilometers around the city. */
        radius: z.number().int().optional(),
        price_from: z.number().int().optional(),
        price_to: z.number().int().optional(),
      }),
    )
    .optional(),
  /** After a short first page in a city: ads of the cities around it, with their distance. */
  nearby: z.array(Board).optional(),
  /** Only with an empty first page: filters whose removal finds ads, most matches first. */
  relax: z
    .array(
      z.object({
        filter: z.enum([
          'search',
          'category',
          'city',
          'district',
          'country',
          'price',
          'photo',
          'days',
          'attributes',
          'circle',
          'friends_of_friends',
          'kind',
        ]),
        total: z.number().int(),
        total_bounded: bit.optional(),
      }),
    )
    .optional(),
});
const photos = (maxCount: number) => ({ 'board_photo[]': { ...images(maxCount), exactName: true as const } });
const INCOMPLETE = { invalidText: 'errors.ad_incomplete', invalidTextOf: ['board_title', 'board_description'] };
const BoardIdQuery = z.object({ board_id: id });

export const STAFF_AD_STATES = ['active', 'reserved', 'sold', 'disabled', 'review', 'blocked', 'archived'] as const;
export type StaffAdState = (typeof STAFF_AD_STATES)[number];
export const STAFF_AD_SORTS = ['date', 'title', 'price'] as const;
export type StaffAdSort = (typeof STAFF_AD_SORTS)[number];
/** Staff actions upon many ads at once, in pairs that undo each other. */
export const AD_BULK_ACTIONS = ['archive', 'restore', 'disable', 'enable'] as const;
export type AdBulkAction = (typeof AD_BULK_ACTIONS)[number];

export const adsApi = {
  listEnabled: endpoint('GET', ['/api/boards/enabled', '/api/board/enabled'], 'public', {
    summary:
      'Public ads, newest first, filtered and searched; searches by relevance. `promoted=1`: in this order promoted ads are inserted, at most one among five and in addition to `size`; `board_promotion` marks them.',
    standby: true,
    query: AdFilters.extend({ promoted: flag.optional() }),
    response: foundBoards,
    errors: ['unauthorized'],
    cacheMs: 1000,
  }),
  list: endpoint('GET', ['/api/boards', '/api/board'], 'user', {
    summary: 'The viewer’s own ads; staff: everyone’s, by state and in an order of theirs.',
    query: z.object({
      search,
      /** The following three filters are for staff. */
      state: z.enum(STAFF_AD_STATES).optional().catch(undefined),
      sort: z.enum(STAFF_AD_SORTS).optional().catch(undefined),
      order: z.enum(['asc', 'desc']).optional().catch(undefined),
      ...offsetPaging(ADS_PAGE_SIZE_OWN, ADS_PAGE_MAX),
    }),
    response: boards,
  }),
  listOfUser: endpoint('GET', ['/api/boards/user', '/api/board/user'], 'public', {
    summary: 'Public ads of one person (`user_id`), or the viewer’s own, disabled ones included.',
    standby: true,
    query: z.object({ search, user_id: optionalId, ...offsetPaging(ADS_PAGE_SIZE, ADS_PAGE_MAX) }),
    response: boards,
    errors: ['unauthorized'],
  }),
  listOfFriend: endpoint('GET', ['/api/boards/friend', '/api/board/friend'], 'public', {
    summary: 'Public ads of the person `friend_id`.',
    standby: true,
    query: z.object({ search, friend_id: id, ...offsetPaging(ADS_PAGE_SIZE, ADS_PAGE_MAX) }),
    response: boards,
  }),
  listArchive: endpoint('GET', ['/api/boards/archive', '/api/board/archive'], 'user', {
    summary: 'The viewer’s archived ads.',
    query: z.object({ search, ...offsetPaging(ADS_PAGE_SIZE, ADS_PAGE_MAX) }),
    response: boards,
  }),
  get: endpoint('GET', ['/api/board/{id}', '/api/boards/{id}'], 'public', {
    summary: 'One ad. Archived and blocked ads are found only by their owner and staff.',
    standby: true,
    params: z.object({ id }),
    query: z.object({
      /**
       * `masked`: leaves the number masked. Without it the request reveals the number to a signed-in viewer and counts
       * toward the daily limit.
       */
      phone: z.enum(['masked']).optional().catch(undefined),
    }),
    response: Board,
    errors: ['not_found', 'gone'],
    cacheMs: 1000,
  }),
  create: endpoint('PUT', ['/api/boards', '/api/board'], 'user', {
    summary: 'Publish an ad with up to three photos; needs a running subscription.',
    body: AdDraft,
    ...INCOMPLETE,
    files: { ...photos(AD_PHOTOS_MAX), user_photo: images(1) },
    response: Board,
    errors: ['subscription_required', 'not_found', ...IMAGE_ERRORS],
  }),
  edit: endpoint('POST', ['/api/board', '/api/boards'], 'user', {
    summary: 'Edit an own ad; photos sent along are added.',
    body: AdChange,
    ...INCOMPLETE,
    files: photos(AD_PHOTOS_MAX),
    response: Board,
    errors: ['id_required', 'forbidden', 'not_found', 'conflict', 'photos_full', ...IMAGE_ERRORS],
  }),
  archive: endpoint('DELETE', ['/api/board', '/api/boards'], 'user', {
    summary: 'Archive an own ad; it is erased after 30 days.',
    query: BoardIdQuery,
    response: z.object({ board_id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  restore: endpoint('DELETE', ['/api/boards/archive/delete', '/api/board/archive/delete'], 'user', {
    summary: 'Restore an own ad from the archive.',
    query: BoardIdQuery,
    response: Board,
    errors: ['forbidden', 'not_found'],
  }),
  changeMany: endpoint('POST', ['/api/boards/bulk', '/api/board/bulk'], 'staff', {
    permission: 'ads.edit',
    summary:
      'Archive, restore, disable or enable many ads. `changed` are those that were not so already: the opposite action on them undoes it.',
    body: z.object({
      board_ids: idList(ADS_PAGE_MAX).pipe(z.array(z.number()).min(1)),
      action: z.enum(AD_BULK_ACTIONS),
    }),
    response: z.object({ changed: z.array(z.number().int()) }),
  }),
  removePhoto: endpoint('DELETE', ['/api/boards/image/{id}', '/api/board/image/{id}'], 'user', {
    summary: 'Remove a photo from an own ad.',
    params: z.object({ id }),
    response: Board,
    errors: ['forbidden', 'not_found'],
  }),
  replacePhoto: endpoint('PUT', ['/api/boards/image/{id}', '/api/board/image/{id}'], 'user', {
    summary: 'Replace the own photo `id`, or, when `id` is an own ad, add a photo to it.',
    params: z.object({ id }),
    files: { 'board_photo[]': images(1) },
    response: Board,
    errors: ['forbidden', 'not_found', 'photos_full', ...IMAGE_ERRORS],
  }),
};
