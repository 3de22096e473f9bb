import type { Publication } from '@app/contract/publishing/publications';

/** A part of a list as the server gives it. */
export interface PublicationsPart {
  list: readonly Publication[];
  next: string | null;
  /** Of the feed: the place of each. */
  cursors?: readonly string[];
}

export interface PublicationEntry {
  publication: Publication;
  /** Its place in the feed, '' in other lists. */
  cursor: string;
}

/** What is shown of a list, and what was fetched ahead of its end. */
export interface PagesState {
  shown: readonly PublicationEntry[];
  /** Fetched, and shown as soon as the end comes near. */
  ahead: readonly PublicationEntry[];
  /** Where to read on; null at the end. */
  next: string | null;
}

const entriesOf = ({ list, cursors }: PublicationsPart): PublicationEntry[] =>
  list.map((publication, index) => ({ publication, cursor: cursors?.[index] ?? '' }));

export const startPages = (part: PublicationsPart): PagesState => ({
  shown: entriesOf(part),
  ahead: [],
  next: part.next,
});

/** What came from behind the end. What is there already, because something was published meanwhile, is not there twice. */
export function addAhead(state: PagesState, part: PublicationsPart): PagesState {
  const known = new Set([...state.shown, ...state.ahead].map(({ publication }) => publication.publish_id));
  const fresh = entriesOf(part).filter(({ publication }) => !known.has(publication.publish_id));
  return { ...state, ahead: [...state.ahead, ...fresh], next: part.next };
}

/** Show what is there ahead. */
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
