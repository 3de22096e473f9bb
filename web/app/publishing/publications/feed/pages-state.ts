import type { Publication } from '@app/contract/publishing/publications';

export interface PublicationsPart {
  list: readonly Publication[];
  next: string | null;
  /** Feed position of each publication; absent in other lists. */
  cursors?: readonly string[];
  /** Where the reader of the feed stopped; null when nothing is unread. */
  border?: string | null;
  /** Number of publications above the list, and of those that the reader has not seen. */
  newer?: number;
  fresh?: number;
}

export interface PublicationEntry {
  publication: Publication;
  cursor: string;
}

/** Entries shown and entries prefetched after them. */
export interface PagesState {
  shown: readonly PublicationEntry[];
  /** Prefetched entries, shown when the end of the list comes near. */
  ahead: readonly PublicationEntry[];
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

const entriesOf = ({ list, cursors }: PublicationsPart): PublicationEntry[] =>
  list.map((publication, index) => ({ publication, cursor: cursors?.[index] ?? '' }));

export const startPages = (part: PublicationsPart): PagesState => ({
  shown: entriesOf(part),
  ahead: [],
  next: part.next,
  border: part.border ?? null,
  newer: part.newer ?? 0,
  fresh: part.fresh ?? 0,
});

/** The publication above which the border stands: the first one at or below it, unless nothing stands above. */
export function findBorder({ shown, border, newer }: PagesState): number | null {
  if (border === null) return null;
  const index = shown.findIndex(({ cursor }) => isAtOrBelow(cursor, border));
  return index === 0 && newer === 0 ? null : (shown[index]?.publication.publish_id ?? null);
}

/**
 * Appends a page to the prefetched entries without the entries that are already present, because new publications shift
 * the pages.
 */
export function addAhead(state: PagesState, part: PublicationsPart): PagesState {
  const known = new Set([...state.shown, ...state.ahead].map(({ publication }) => publication.publish_id));
  const fresh = entriesOf(part).filter(({ publication }) => !known.has(publication.publish_id));
  return { ...state, ahead: [...state.ahead, ...fresh], next: part.next };
}

export const showAhead = (state: PagesState): PagesState => ({
  ...state,
  shown: [...state.shown, ...state.ahead],
  ahead: [],
});

export const isAtEnd = ({ ahead, next }: PagesState): boolean => ahead.length === 0 && next === null;

export function replacePublication(state: PagesState, publication: Publication): PagesState {
  const replaceEntry = (entry: PublicationEntry): PublicationEntry =>
    entry.publication.publish_id === publication.publish_id ? { ...entry, publication } : entry;
  return { ...state, shown: state.shown.map(replaceEntry), ahead: state.ahead.map(replaceEntry) };
}

export function removePublications(state: PagesState, isRemoved: (publication: Publication) => boolean): PagesState {
  const stays = ({ publication }: PublicationEntry): boolean => !isRemoved(publication);
  return { ...state, shown: state.shown.filter(stays), ahead: state.ahead.filter(stays) };
}
