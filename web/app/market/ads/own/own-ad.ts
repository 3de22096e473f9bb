import type { AdState, Board } from '@app/contract/market/ads';
import type { OwnBoard } from '@app/contract/market/own-ads';
import { adOwnerApi } from '#contract/market/ad-owner';
import { AD_EXPIRY_DAYS, AD_REMINDER_DAYS, adsApi } from '#contract/market/ads';
import { call } from '../../../platform/call.ts';
import { daysAgo } from '../../../platform/format/format-time.ts';
import type { CardAd } from '../ad-card.tsx';
import type { AdFormAudience } from '../form/draft/ad-draft.ts';
import { toCard } from '../to-card.ts';

export type OwnAd = CardAd & {
  isExpired: boolean;
  /** Reason of a review or takedown; may be empty. */
  reason: string;
  /** Absent for everybody. */
  audience?: Exclude<AdFormAudience, 'all'>;
  /** When an ad that the circle is shown first opens to everybody; absent until the circle is shown it. */
  opens?: string;
  /** Days until automatic archiving; null when it is not near or not planned. */
  expiresIn: number | null;
  canRenew: boolean;
  erasedIn: number | null;
  views: number | null;
  favorites: number | null;
  /** Views of the last days, today last; known in the owner's lists only, as is the promotion. */
  viewsByDay?: readonly number[];
  promotion?: { until: string; isPaused: boolean };
};

/** Whether lists show the ad. */
export const isShown = ({ board_state }: OwnAd): boolean => board_state === 'active' || board_state === 'reserved';

/** Only what everybody is shown can be promoted. */
export const isPromotable = (ad: OwnAd): boolean => isShown(ad) && ad.board_circle_only !== 1;

export type OwnAction = 'reserve' | 'sell' | 'open' | 'enable' | 'disable' | 'renew' | 'archive' | 'restore' | 'erase';

const DAY_MS = 86_400_000;

/** Days from today until that moment by the reader's calendar; at least 0. */
export const daysUntil = (moment: string, now: number): number => Math.max(0, -daysAgo(moment, now));

export function renewedUntil(now: number): string {
  return new Date(now + AD_EXPIRY_DAYS * DAY_MS).toISOString();
}

const LIVE_STATES: readonly AdState[] = ['active', 'reserved', 'disabled', 'review'];

function audienceOf({ board_audience, board_circle_first, board_opens }: Board): Pick<OwnAd, 'audience' | 'opens'> {
  if (board_circle_first === 1) return { audience: 'first', ...(board_opens && { opens: board_opens }) };
  return board_audience === undefined || board_audience === 'all' ? {} : { audience: board_audience };
}

type ListedOwnAd = Board & Partial<Pick<OwnBoard, 'board_views_by_day' | 'board_promoted'>>;

export function toOwnAd(ad: ListedOwnAd, now: number = Date.now()): OwnAd {
  const hasTerm = ad.board_expires !== undefined && LIVE_STATES.includes(ad.board_state);
  const expiresIn = hasTerm ? daysUntil(ad.board_expires ?? '', now) : null;
  return {
    ...toCard(ad),
    isExpired: ad.board_expired === 1,
    reason: (ad.board_state === 'blocked' ? ad.board_blocked_reason : ad.board_review_reason) ?? '',
    ...audienceOf(ad),
    expiresIn: expiresIn !== null && expiresIn <= AD_REMINDER_DAYS ? expiresIn : null,
    canRenew: expiresIn !== null && expiresIn < AD_EXPIRY_DAYS,
    erasedIn: ad.board_archived === 1 && ad.board_erased ? daysUntil(ad.board_erased, now) : null,
    views: ad.board_views ?? null,
    favorites: ad.board_favorites ?? null,
    ...(ad.board_views_by_day && { viewsByDay: ad.board_views_by_day }),
    ...(ad.board_promoted && {
      promotion: { until: ad.board_promoted.until, isPaused: ad.board_promoted.paused === 1 },
    }),
  };
}

/** The actions of a state, the likeliest first; an ad that cannot be renewed lacks that one. */
const STATE_ACTIONS: Partial<Record<AdState, readonly OwnAction[]>> = {
  active: ['reserve', 'sell', 'disable', 'renew', 'archive', 'erase'],
  reserved: ['open', 'sell', 'disable', 'renew', 'archive', 'erase'],
  sold: ['open', 'archive', 'erase'],
  disabled: ['enable', 'sell', 'renew', 'archive', 'erase'],
};

export function actionsOf(ad: OwnAd): readonly OwnAction[] {
  if (ad.board_archived === 1) return [ad.isExpired ? 'renew' : 'restore', 'erase'];
  if (ad.board_state === 'review') return [ad.board_enabled === 1 ? 'disable' : 'enable', 'archive'];
  return (STATE_ACTIONS[ad.board_state] ?? ['archive']).filter((action) => action !== 'renew' || ad.canRenew);
}

interface ActionRule {
  /** What the action changes, as far as can be predicted; null when the ad leaves its list. */
  change: (ad: OwnAd) => Partial<OwnAd> | null;
  send: (board_id: number) => Promise<Board | null>;
}

const setDeal = (deal: 'reserved' | 'sold' | 'open') => (board_id: number) =>
  call(adOwnerApi.setDeal, { body: { board_id, deal } });
const setEnabled = (board_enabled: 0 | 1) => (board_id: number) =>
  call(adsApi.edit, { body: { board_id, board_enabled } });

const ACTIONS: Record<OwnAction, ActionRule> = {
  reserve: { change: () => ({ board_state: 'reserved' }), send: setDeal('reserved') },
  sell: { change: () => ({ board_state: 'sold', expiresIn: null }), send: setDeal('sold') },
  open: {
    change: ({ board_enabled }) => ({ board_state: board_enabled === 1 ? 'active' : 'disabled' }),
    send: setDeal('open'),
  },
  enable: {
    change: ({ board_state: state }) => ({ board_enabled: 1, board_state: state === 'disabled' ? 'active' : state }),
    send: setEnabled(1),
  },
  disable: {
    change: ({ board_state: state }) => ({ board_enabled: 0, board_state: state === 'review' ? state : 'disabled' }),
    send: setEnabled(0),
  },
  renew: {
    change: ({ board_archived }) => (board_archived === 1 ? null : { expiresIn: null, canRenew: false }),
    send: (board_id) => call(adOwnerApi.renew, { body: { board_id } }),
  },
  archive: { change: () => null, send: (board_id) => call(adsApi.archive, { query: { board_id } }).then(() => null) },
  restore: { change: () => null, send: (board_id) => call(adsApi.restore, { query: { board_id } }) },
  erase: { change: () => null, send: (board_id) => call(adOwnerApi.erase, { query: { board_id } }).then(() => null) },
};

/** Predicts the ad after an action; null when it leaves its list. */
export function afterAction(ad: OwnAd, action: OwnAction): OwnAd | null {
  const change = ACTIONS[action].change(ad);
  return change && { ...ad, ...change };
}

export const sendAction = (board_id: number, action: OwnAction): Promise<Board | null> =>
  ACTIONS[action].send(board_id);
