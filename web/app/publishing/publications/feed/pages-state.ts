import type { Publication } from '@app/contract/publishing/publications';

export interface PublicationsPart {
  list: readonly Publication[];
  next: string | null;
  /** Feed position of each publication; absent in other lists. */
  cursors?: readonly string[];
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
}

const entriesOf = ({ list, cursors }: PublicationsPart): PublicationEntry[] =>
  list.map((publication, index) => ({ publication, cursor: cursors?.[index] ?? '' }));

export const startPages = (part: PublicationsPart): PagesState => ({
  shown: entriesOf(part),
  ahead: [],
  next: part.next,
});

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
