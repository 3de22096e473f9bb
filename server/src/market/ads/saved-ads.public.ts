import type { Board } from '@app/contract/market/ads';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { getAttributeDictionary } from '../../reference/reference.public.ts';
import { AD_CARD_COLUMNS, type CardRow, presentAd, viewerColumnsSql } from './ad-card.ts';
import { adPresence, stateOf } from './ads.policy.ts';
import { isInAdAudience, isInAdAudienceSql } from './audience/ad-audience.public.ts';

const CARDS = `select ${AD_CARD_COLUMNS.columns}, ${viewerColumnsSql('$3::bigint')} from unnest($2::bigint[]) kept (id) join ads a on a.id = kept.id ${AD_CARD_COLUMNS.joins}
  where ${isInAdAudienceSql('$3::bigint')}`;

/** Returns the owner of a visible ad; fails with the same errors as the ad's page. Locks nothing. */
export async function getOwnerOfVisibleAd(db: Db, viewer: Viewer, id: number): Promise<number> {
  const ad = await db
    .selectFrom('ads as a')
    .select(['owner_id', 'enabled', 'archived_at', 'blocked_at', 'held_at', 'owner_hidden', 'owner_away'])
    .select(isInAdAudience(sql`${viewer.userId}::bigint`).as('is_in_audience'))
    .where('id', '=', id)
    .executeTakeFirst();
  const presence = ad ? adPresence(viewer, ad) : 'unknown';
  if (ad === undefined || presence === 'unknown') throw new Failure('not_found');
  if (presence === 'gone') throw new Failure('gone');
  return ad.owner_id;
}

/**
 * Loads saved ads regardless of their current state. Ads no longer public hide the owner's contacts; ads taken down, or
 * of suspended or deleted owners, show as little as erased ones. Missing are erased ads, and ads for others than the viewer.
 */
export async function loadSavedAds(pool: pg.Pool, viewer: Viewer, ids: readonly number[]): Promise<Map<number, Board>> {
  if (ids.length === 0) return new Map();
  const [cards, dictionary] = await Promise.all([
    pool.query<CardRow>({ name: 'ads-kept', text: CARDS, values: [viewer.lang, ids, viewer.userId] }),
    getAttributeDictionary(pool),
  ]);
  // Staff have no additional rights in their own favorites.
  const reader = { ...viewer, isStaff: false, isSuperuser: false };
  return new Map(cards.rows.map((row) => [row.id, presentSavedAd(row, presentAd(row, reader, dictionary))]));
}

function presentSavedAd(row: CardRow, board: Board): Board {
  const known = stateOf(row);
  // Nobody answers while the seller is on vacation, so the ad is listed like one that is switched off.
  const state = row.owner_away && (known === 'active' || known === 'reserved') ? 'disabled' : known;
  const gone = { id: row.id, title: row.title, priceRoubles: row.price_roubles, createdAt: row.created_at };
  if (state === 'blocked' || (row.owner_hidden && !row.owner_away)) return goneAd(gone);
  // A review is not disclosed, so the ad appears as disabled.
  if (state === 'review') return { ...goneAd(gone), board_state: 'disabled' };
  if (state === 'active' || state === 'reserved') return board;
  return {
    ...board,
    // The photos of an ad that its owner took out of sight are not served to others.
    board_photos: state === 'sold' && row.enabled ? board.board_photos : [],
    board_state: state,
    board_description: '',
    board_attributes: [],
    owner_phone: '',
    owner_phone_masked: 0,
    ...(row.is_external && { user_phone: '' }),
  };
}

export function goneAd(ad: { id: number; title: string; priceRoubles: number; createdAt: Date }): Board {
  return {
    board_id: ad.id,
    board_user_id: 0,
    board_title: ad.title,
    board_description: '',
    board_price: ad.priceRoubles,
    board_kind: 'sell',
    board_photos: [],
    category: null,
    country: null,
    city: null,
    board_enabled: 0,
    board_archived: 0,
    board_date_create: ad.createdAt.toISOString(),
    board_date_change: ad.createdAt.toISOString(),
    owner_firstname: '',
    owner_lastname: '',
    owner_photo: null,
    owner_phone: '',
    comments: 0,
    board_external: 0,
    board_state: 'gone',
    board_district: '',
    board_attributes: [],
    board_comments_by: 'nobody',
    owner_phone_masked: 0,
  };
}
