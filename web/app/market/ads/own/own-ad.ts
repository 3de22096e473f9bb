import type { AdState, Board } from '@app/contract/market/ads';
import { adOwnerApi } from '#contract/market/ad-owner';
import { AD_EXPIRY_DAYS, AD_REMINDER_DAYS, adsApi } from '#contract/market/ads';
import { call } from '../../../platform/call.ts';
import type { CardAd } from '../ad-card.tsx';
import { toCard } from '../to-card.ts';

export type OwnAd = CardAd & {
  isExpired: boolean;
  /** Reason of a review or takedown; may be empty. */
  reason: string;
  /** Days until automatic archiving; null when it is not near or not planned. */
  expiresIn: number | null;
  canRenew: boolean;
  erasedIn: number | null;
  views: number | null;
  favorites: number | null;
};

/** Whether lists show the ad; only such an ad can be promoted. */
export const isShown = ({ board_state }: OwnAd): boolean => board_state === 'active' || board_state === 'reserved';

export type OwnAction = 'reserve' | 'sell' | 'open' | 'enable' | 'disable' | 'renew' | 'archive' | 'restore';

const DAY_MS = 86_400_000;
const MOSCOW_MS = 3 * 3_600_000;

/** Days from today until that moment by the Moscow calendar; at least 0. */
export function daysUntil(moment: string, now: number): number {
  const dayOf = (ms: number): number => Math.floor((ms + MOSCOW_MS) / DAY_MS);
  return Math.max(0, dayOf(Date.parse(moment)) - dayOf(now));
}

export function renewedUntil(now: number): string {
  return new Date(now + AD_EXPIRY_DAYS * DAY_MS).toISOString();
}

const LIVE_STATES: readonly AdState[] = ['active', 'reserved', 'disabled', 'review'];

export function toOwnAd(ad: Board, now: number = Date.now()): OwnAd {
  const hasTerm = ad.board_expires !== undefined && LIVE_STATES.includes(ad.board_state);
  const expiresIn = hasTerm ? daysUntil(ad.board_expires ?? '', now) : null;
  return {
    ...toCard(ad),
    isExpired: ad.board_expired === 1,
    reason: (ad.board_state === 'blocked' ? ad.board_blocked_reason : ad.board_review_reason) ?? '',
    expiresIn: expiresIn !== null && expiresIn <= AD_REMINDER_DAYS ? expiresIn : null,
    canRenew: expiresIn !== null && expiresIn < AD_EXPIRY_DAYS,
    erasedIn: ad.board_archived === 1 && ad.board_erased ? daysUntil(ad.board_erased, now) : null,
    views: ad.board_views ?? null,
    favorites: ad.board_favorites ?? null,
  };
}

/** Returns the actions for the ad's state, the likeliest first. */
export function actionsOf(ad: OwnAd): OwnAction[] {
  if (ad.board_archived === 1) return ad.isExpired ? ['renew'] : ['restore'];
  const renew = ad.canRenew ? (['renew'] as const) : [];
  switch (ad.board_state) {
    case 'active':
      return ['reserve', 'sell', 'disable', ...renew, 'archive'];
    case 'reserved':
      return ['open', 'sell', 'disable', ...renew, 'archive'];
    case 'sold':
      return ['open', 'archive'];
    case 'disabled':
      return ['enable', 'sell', ...renew, 'archive'];
    case 'review':
      return [ad.board_enabled === 1 ? 'disable' : 'enable', 'archive'];
    default:
      return ['archive'];
  }
}

/** Predicts the ad after an action; null when it leaves its list. */
export function afterAction(ad: OwnAd, action: OwnAction): OwnAd | null {
  switch (action) {
    case 'reserve':
      return { ...ad, board_state: 'reserved' };
    case 'sell':
      return { ...ad, board_state: 'sold', expiresIn: null };
    case 'open':
      return { ...ad, board_state: ad.board_enabled === 1 ? 'active' : 'disabled' };
    case 'enable':
      return { ...ad, board_enabled: 1, board_state: ad.board_state === 'disabled' ? 'active' : ad.board_state };
    case 'disable':
      return { ...ad, board_enabled: 0, board_state: ad.board_state === 'review' ? 'review' : 'disabled' };
    case 'renew':
      return ad.board_archived === 1 ? null : { ...ad, expiresIn: null, canRenew: false };
    case 'archive':
    case 'restore':
      return null;
    default:
      return action satisfies never;
  }
}

const DEALS = { reserve: 'reserved', sell: 'sold', open: 'open' } as const;

export async function sendAction(boardId: number, action: OwnAction): Promise<Board | null> {
  switch (action) {
    case 'reserve':
    case 'sell':
    case 'open':
      return call(adOwnerApi.setDeal, { body: { board_id: boardId, deal: DEALS[action] } });
    case 'enable':
    case 'disable':
      return call(adsApi.edit, { body: { board_id: boardId, board_enabled: action === 'enable' ? 1 : 0 } });
    case 'renew':
      return call(adOwnerApi.renew, { body: { board_id: boardId } });
    case 'restore':
      return call(adsApi.restore, { query: { board_id: boardId } });
    case 'archive':
      await call(adsApi.archive, { query: { board_id: boardId } });
      return null;
    default:
      return action satisfies never;
  }
}
