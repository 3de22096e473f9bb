import type { Publication } from '@app/contract/publishing/publications';
import type { CardAd } from '../../../market/ads/ad-card.tsx';
import type { MadeAt } from '../publication.tsx';

export type FeedEntry =
  | { cursor: string; publication: Publication; place?: MadeAt | undefined; ad?: undefined }
  | { cursor: string; ad: CardAd; publication?: undefined };

interface PartBase {
  next: string | null;
  /** Where the reader of the feed stopped; null when nothing is unread. */
  border?: string | null;
  /** Number of publications above the list, and of those that the reader has not seen. */
  newer?: number;
  fresh?: number;
}

export interface PublicationsPart extends PartBase {
  list: readonly Publication[];
  /** Feed position of each publication; absent in other lists. */
  cursors?: readonly string[];
}

/** A page of a list that has ads between the publications. */
export interface EntriesPart extends PartBase {
  entries: readonly FeedEntry[];
}

export type FeedPart = PublicationsPart | EntriesPart;

/** Tells entries apart; the same as {@link keyOfArticle} of their articles. */
export const keyOf = ({ publication, ad }: FeedEntry): string =>
  publication === undefined ? `ad ${ad.board_id}` : `publication ${publication.publish_id}`;

export const keyOfArticle = ({ dataset }: HTMLElement): string =>
  dataset.publication === undefined ? `ad ${dataset.ad}` : `publication ${dataset.publication}`;

/** Entries shown and entries prefetched after them. */
export interface PagesState {
  shown: readonly FeedEntry[];
  /** Prefetched entries, shown when the end of the list comes near. */
  ahead: readonly FeedEntry[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Cursor at which the reader's last visit ended. */
  border: string | null;
  newer: number;
  fresh: number;
}

/** Cursors are `micros.id`, the later above. */
function isAtOrBelow(cursor: string, border: string): boolean {
  const [micros = 0, id = 0] = cursor.split('.').map(Number);
  const [borderMicros = 0, borderId = 0] = border.split('.').map(Number);
  return micros < borderMicros || (micros === borderMicros && id <= borderId);
}

export const entriesOf = (part: FeedPart): readonly FeedEntry[] =>
  'entries' in part
    ? part.entries
    : part.list.map((publication, index) => ({ publication, cursor: part.cursors?.[index] ?? '' }));

export const startPages = (part: FeedPart): PagesState => ({
  shown: entriesOf(part),
  ahead: [],
  next: part.next,
  border: part.border ?? null,
  newer: part.newer ?? 0,
  fresh: part.fresh ?? 0,
});

/** The entry above which the border stands: the first one at or below it, unless nothing stands above. */
export function findBorder({ shown, border, newer }: PagesState): string | null {
  if (border === null) return null;
  const index = shown.findIndex(({ cursor }) => isAtOrBelow(cursor, border));
  const entry = shown[index];
  return entry === undefined || (index === 0 && newer === 0) ? null : keyOf(entry);
}

/**
 * Appends a page to the prefetched entries without the entries that are already present, because new publications shift
 * the pages.
 */
export function addAhead(state: PagesState, part: FeedPart): PagesState {
  const known = new Set([...state.shown, ...state.ahead].map(keyOf));
  const fresh = entriesOf(part).filter((entry) => !known.has(keyOf(entry)));
  return { ...state, ahead: [...state.ahead, ...fresh], next: part.next };
}

export const showAhead = (state: PagesState): PagesState => ({
  ...state,
  shown: [...state.shown, ...state.ahead],
  ahead: [],
});

export const isAtEnd = ({ ahead, next }: PagesState): boolean => ahead.length === 0 && next === null;

export function changePublication(state: PagesState, publishId: number, changes: Partial<Publication>): PagesState {
  const changeEntry = (entry: FeedEntry): FeedEntry =>
    entry.publication !== undefined && entry.publication.publish_id === publishId
      ? { ...entry, publication: { ...entry.publication, ...changes } }
      : entry;
  return { ...state, shown: state.shown.map(changeEntry), ahead: state.ahead.map(changeEntry) };
}

export function removePublications(state: PagesState, isRemoved: (publication: Publication) => boolean): PagesState {
  const stays = ({ publication }: FeedEntry): boolean => publication === undefined || !isRemoved(publication);
  return { ...state, shown: state.shown.filter(stays), ahead: state.ahead.filter(stays) };
}
