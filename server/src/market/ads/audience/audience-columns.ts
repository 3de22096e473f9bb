import type { AdAudience, AdChange } from '@app/contract/market/ads';

interface KnownAudience {
  audience: AdAudience;
  circle_first: boolean;
  published_at: Date | null;
}

/**
 * Turns the wish of the owner into columns. An ad that somebody was shown already is not shown to the circle first any
 * more: it opens at once.
 */
export function audienceColumns(
  { board_audience, board_circle_first }: Pick<AdChange, 'board_audience' | 'board_circle_first'>,
  ad?: KnownAudience,
): { audience?: AdAudience; circle_first?: boolean; opens_at?: null } {
  if (board_audience === undefined && board_circle_first === undefined) return {};
  const chosen = board_audience ?? (ad === undefined || ad.circle_first ? 'all' : ad.audience);
  const mayBeFirst = ad === undefined || ad.circle_first || ad.published_at === null;
  if (chosen === 'all' && board_circle_first === 1 && mayBeFirst) return { audience: 'friends', circle_first: true };
  return { audience: chosen, circle_first: false, opens_at: null };
}
