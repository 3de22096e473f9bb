export type PageItem = number | 'gap';

const ALL_SHOWN_UP_TO = 5;

/** Page items: up to five pages are all shown; of more, the first, the last and the neighbours of the current page. */
export function pageItems(current: number, count: number): PageItem[] {
  if (count <= ALL_SHOWN_UP_TO) return Array.from({ length: count }, (_, index) => index + 1);
  const near = [current - 1, current, current + 1].filter((page) => page > 1 && page < count);
  const shown = [1, ...near, count];
  return shown.flatMap((page, index) => {
    const before = shown[index - 1];
    if (before === undefined || page === before + 1) return [page];
    // A gap of one page shows that page instead.
    return page === before + 2 ? [page - 1, page] : ['gap' as const, page];
  });
}
