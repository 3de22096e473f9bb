import { IMAGE_SRC_WIDTH, IMAGE_WIDTHS, imageUrl } from '@app/contract/files/media';
import {
  AD_ARCHIVE_DAYS,
  type AdAudience,
  type AdDeal,
  type AdKind,
  type AdPhoto,
  type Board,
  type PricePeriod,
} from '@app/contract/market/ads';
import type { ContactAudience } from '@app/contract/people/privacy';
import { isWithinAudience } from '../../people/relationships/relationship.public.ts';
import { getPhoneVisibility, maskPhone, type PhoneOwner, presentPhone } from '../../people/users/users.public.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type AttributeDictionary, localizedReferenceName } from '../../reference/reference.public.ts';
import { isOwner, stateOf } from './ads.policy.ts';
import type { AdAttributes } from './ads.tables.ts';
import { totalsSql } from './lifecycle/ad-days.ts';

export interface CardRow {
  id: number;
  owner_id: number;
  title: string;
  description: string;
  price_roubles: number;
  kind: AdKind;
  price_period: PricePeriod | null;
  swap_for: string;
  return_on: string | null;
  lent_until: string | null;
  enabled: boolean;
  archived_at: Date | null;
  blocked_at: Date | null;
  blocked_reason: string;
  owner_hidden: boolean;
  owner_away: boolean;
  is_external: boolean;
  external_name: string;
  external_phone: string;
  external_photo: string;
  comments_count: number;
  deal: AdDeal;
  expires_at: Date;
  expired: boolean;
  held_at: Date | null;
  held_reason: string;
  district: string;
  attributes: AdAttributes;
  comments_by: Board['board_comments_by'];
  revision: number;
  audience: AdAudience;
  circle_first: boolean;
  opens_at: Date | null;
  created_at: Date;
  changed_at: Date;
  firstname: string;
  lastname: string;
  phone: string | null;
  see_phone: ContactAudience;
  /** Loaded for a single ad only; in lists nobody counts as a friend. */
  is_friend?: boolean;
  is_blocked?: boolean;
  avatar: string | null;
  category_id: number | null;
  category_native: string;
  category_en: string;
  category_local: string | null;
  country_id: number | null;
  country_native: string;
  country_en: string;
  country_local: string | null;
  city_id: number | null;
  city_native: string;
  city_en: string;
  city_local: string | null;
  photos: string | null;
  is_favorite: boolean;
  /** Null for ads of others. */
  own_views: number | null;
  own_favorites: number | null;
}

const PHOTO_FIELDS = 6;
const DAY_MS = 86_400_000;

/**
 * Columns and joins of every query that shows ads, for the alias `a`; `$1` is the language.
 *
 * Photos come as one space-separated text per ad, because that is a third cheaper for the database than JSON.
 */
export const AD_CARD_COLUMNS = {
  columns: `
    a.id, a.owner_id, a.title, a.description, a.price_roubles, a.kind, a.price_period, a.swap_for, a.return_on, a.enabled, a.archived_at, a.blocked_at, a.blocked_reason,
    a.owner_hidden, a.owner_away, a.is_external, a.external_name, a.external_phone, a.external_photo, a.comments_count, a.deal,
    a.expires_at, a.expired, a.held_at, a.held_reason, a.district, a.attributes, a.comments_by, a.revision, a.audience,
    a.circle_first, a.opens_at, a.created_at,
    a.changed_at,
    case when a.deal = 'reserved' then (
      select d.return_on from deals d
      where d.ad_id = a.id and d.state = 'accepted' and d.seller_confirmed_at is not null and d.buyer_confirmed_at is not null
    ) end as lent_until, u.firstname, u.lastname, u.phone, u.see_phone, avatar.base_key as avatar,
    category.id as category_id, category.name_native as category_native, category.name_en as category_en,
    category.names ->> $1::text as category_local,
    country.id as country_id, country.name_native as country_native, country.name_en as country_en,
    country.names ->> $1::text as country_local,
    city.id as city_id, city.name_native as city_native, city.name_en as city_en, city.names ->> $1::text as city_local,
    (select string_agg(concat_ws(' ', p.position, p.id, i.width, i.height, i.base_key, i.thumbhash), ' ')
     from ad_photos p join media_images i on i.id = p.image_id where p.ad_id = a.id) as photos`,
  joins: `
    join users u on u.id = a.owner_id
    left join media_images avatar on avatar.id = u.photo_image_id
    left join categories category on category.id = a.category_id
    left join countries country on country.id = a.country_id
    left join cities city on city.id = a.city_id`,
};

const TOTALS = totalsSql('a.id');

/**
 * What the ad `a` is to the viewer, whose id this SQL expression is: whether it is among their favorites, and the totals of
 * their own ads. To a guest it is nothing. `offset 0` prevents the planner from reading all favorites of the viewer. Totals
 * hide the viewer from it: a plan without them, as for guests, would look cheap enough to be made anew for each request.
 */
export const viewerColumnsSql = (viewer: string): string => `
  exists (select from favorites kept where kept.user_id = ${viewer} and kept.ad_id = a.id and kept.removed_at is null offset 0) as is_favorite,
  case when a.owner_id = (select ${viewer}) then ${TOTALS.views} end as own_views,
  case when a.owner_id = (select ${viewer}) then ${TOTALS.favorites} end as own_favorites`;

export function presentAd(row: CardRow, viewer: Viewer, dictionary: AttributeDictionary): Board {
  const { lang } = viewer;
  const board: Board = {
    board_id: row.id,
    board_user_id: row.owner_id,
    board_title: row.title,
    board_description: row.description,
    board_price: row.price_roubles,
    ...presentKind(row),
    board_photos: presentPhotos(row.photos),
    category: presentNamed(row.category_id, row.category_native, row.category_en, row.category_local, lang),
    country: presentNamed(row.country_id, row.country_native, row.country_en, row.country_local, lang),
    city: presentNamed(row.city_id, row.city_native, row.city_en, row.city_local, lang),
    board_enabled: row.enabled ? 1 : 0,
    board_archived: row.archived_at === null ? 0 : 1,
    board_date_create: row.created_at.toISOString(),
    board_date_change: row.changed_at.toISOString(),
    owner_firstname: row.firstname,
    owner_lastname: row.lastname,
    owner_photo: row.avatar === null ? null : imageUrl(row.avatar, IMAGE_SRC_WIDTH.avatar),
    owner_phone: presentOwnerPhone(row, viewer),
    comments: row.comments_count,
    board_external: row.is_external ? 1 : 0,
    board_state: stateOf(row),
    board_district: row.district,
    board_attributes: dictionary.present(lang, row.attributes),
    board_comments_by: row.comments_by,
    owner_phone_masked: row.deal !== 'sold' && isContactMasked(row, viewer) ? 1 : 0,
  };
  if (row.audience !== 'all') board.board_circle_only = 1;
  if (row.owner_away) board.board_owner_away = 1;
  if (viewer.userId !== null) board.subscription_on_board = row.is_favorite ? 1 : 0;
  if (row.is_external) addExternalAuthor(board, row, viewer);
  if (viewer.isStaff || isOwner(viewer, row)) addOwnersPart(board, row);
  if (row.own_views !== null && row.own_favorites !== null) {
    board.board_views = row.own_views;
    board.board_favorites = row.own_favorites;
  }
  return board;
}

function presentKind({ kind, price_period, swap_for, return_on, lent_until }: CardRow) {
  return {
    board_kind: kind,
    ...(price_period !== null && { board_price_period: price_period }),
    ...(swap_for !== '' && { board_swap_for: swap_for }),
    ...(return_on !== null && { board_return_on: return_on }),
    ...(lent_until !== null && { board_lent_until: lent_until }),
  };
}

function addOwnersPart(board: Board, row: CardRow): void {
  board.board_revision = row.revision;
  board.board_audience = row.circle_first ? 'all' : row.audience;
  if (row.circle_first) board.board_circle_first = 1;
  if (row.opens_at !== null) board.board_opens = row.opens_at.toISOString();
  board.board_expires = row.expires_at.toISOString();
  if (row.expired) board.board_expired = 1;
  if (row.archived_at !== null) board.board_erased = erasedAt(row.archived_at).toISOString();
  if (row.held_at !== null) board.board_review_reason = row.held_reason;
  if (row.blocked_at !== null) {
    board.board_blocked = 1;
    board.board_blocked_reason = row.blocked_reason;
  }
}

function erasedAt(archivedAt: Date): Date {
  return new Date(archivedAt.getTime() + AD_ARCHIVE_DAYS * DAY_MS);
}

function presentNamed(
  id: number | null,
  name_native: string,
  name_en: string,
  local: string | null,
  lang: Viewer['lang'],
): Board['city'] {
  if (id === null) return null;
  const name = local ?? localizedReferenceName({ name_native, name_en, names: {} }, lang);
  return { id, name_native, name_en, name };
}

function addExternalAuthor(board: Board, row: CardRow, viewer: Viewer): void {
  board.user_firstname = row.external_name;
  board.user_photo = row.external_photo;
  const isMasked = isContactMasked(row, viewer);
  board.user_phone = isMasked ? maskPhone(row.external_phone) : row.external_phone;
  // The importer of an external ad is not its seller, so the owner's phone is not shown.
  if (isMasked) board.owner_phone = '';
}

type Contact = Pick<
  CardRow,
  'owner_id' | 'phone' | 'see_phone' | 'is_external' | 'external_phone' | 'is_friend' | 'is_blocked'
>;

const ownersPhone = ({ owner_id, phone, see_phone, is_friend = false, is_blocked = false }: Contact): PhoneOwner => ({
  id: owner_id,
  phone,
  isPhoneHidden: !isWithinAudience(see_phone, {
    friendship: is_friend ? 'friend' : '',
    isBlocked: is_blocked,
    hasBlocked: false,
  }),
});

/**
 * Returns how the contact number looks to this viewer: the external author's number for an external ad, otherwise the
 * owner's.
 */
export function contactView(row: Contact, viewer: Viewer): ReturnType<typeof getPhoneVisibility> {
  const { owner_id, is_external, external_phone } = row;
  if (!is_external) return getPhoneVisibility(viewer, ownersPhone(row));
  return getPhoneVisibility(viewer, { id: owner_id, phone: external_phone, isPhoneHidden: false });
}

/** Lists show the whole number only to its owner. Staff request it per ad, and each request is audited. */
const isContactMasked = (row: CardRow, viewer: Viewer): boolean =>
  contactView(row, viewer) !== 'none' && !isOwner(viewer, row);

function presentOwnerPhone(row: CardRow, viewer: Viewer): string {
  const phone = presentPhone(viewer, ownersPhone(row)) ?? '';
  return row.phone !== null && phone === row.phone && !isOwner(viewer, row) ? maskPhone(phone) : phone;
}

export const contactPhone = (row: Contact): string => (row.is_external ? row.external_phone : (row.phone ?? ''));

export function withRevealedPhone(board: Board, row: Contact): Board {
  const phone = contactPhone(row);
  return { ...board, owner_phone_masked: 0, ...(row.is_external ? { user_phone: phone } : { owner_phone: phone }) };
}

function presentPhotos(text: string | null): AdPhoto[] {
  if (text === null) return [];
  const fields = text.split(' ');
  const byPosition: AdPhoto[] = [];
  for (let at = 0; at < fields.length; at += PHOTO_FIELDS) {
    const [position, id, width, height, baseKey = '', thumbhash = ''] = fields.slice(at, at + PHOTO_FIELDS);
    byPosition[Number(position)] = presentPhoto(Number(id), Number(width), Number(height), baseKey, thumbhash);
  }
  return byPosition.filter(Boolean);
}

function presentPhoto(id: number, width: number, height: number, baseKey: string, thumbhash: string): AdPhoto {
  const [small, middle, large] = IMAGE_WIDTHS.photo;
  const src = imageUrl(baseKey, middle);
  return {
    id,
    src,
    src_400: imageUrl(baseKey, small),
    src_1600: width > middle ? imageUrl(baseKey, large) : src,
    width,
    height,
    thumbhash,
  };
}
