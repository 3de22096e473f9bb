import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { nearApi } from '@app/contract/publishing/near';
import { toCard } from '../../market/ads/to-card.ts';
import type { EntriesPart, FeedEntry } from '../publications/feed/pages-state.ts';

/** Publications name their city where others are around; ads name theirs anyway. */
export function toEntries({ list, next }: ResponseOf<typeof nearApi.list>, radius: number | null): EntriesPart {
  const entries = list.flatMap(({ cursor, publication, city, distance = 0, board }): FeedEntry | [] => {
    if (publication !== undefined)
      return { cursor, publication, ...(radius !== null && city && { place: { city: city.name, distance } }) };
    return board === undefined ? [] : { cursor, ad: toCard(board) };
  });
  return { entries, next };
}
