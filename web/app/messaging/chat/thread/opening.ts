import { findFirstNew, type ThreadItem } from './thread-items.ts';

/** Where an opened thread begins. */
export interface Opening {
  item: ThreadItem | undefined;
  align: 'start' | 'center' | 'end';
}

/** Rows that the server renders: as many as the highest usual window shows. */
const RENDERED_MAX = 20;
/** Rows above the one that the thread begins with, which stands at the top or in the middle of the window. */
const ROWS_ABOVE = { start: 3, center: 10, end: RENDERED_MAX - 1 };

/** Returns the message that the address names (`at`), else the first unread one, else the last row. */
export function findOpening(items: readonly ThreadItem[], at: number | null, firstUnreadSeq: number | null): Opening {
  const named = at === null ? undefined : items.find(({ message }) => message?.seq === at);
  if (named) return { item: named, align: 'center' };
  const firstNew = findFirstNew(items, firstUnreadSeq);
  return firstNew ? { item: firstNew, align: 'start' } : { item: items.at(-1), align: 'end' };
}

/** The rows that are needed to show an opened thread where it begins, up to its end. */
export function rowsOfOpening(items: readonly ThreadItem[], { item, align }: Opening): readonly ThreadItem[] {
  const first = item === undefined ? 0 : items.indexOf(item) - ROWS_ABOVE[align];
  return items.slice(Math.max(0, Math.min(first, items.length - RENDERED_MAX)));
}
