import { createLatestUsed } from './latest-used.ts';
import { CACHED_MARK, type PartCache } from './part-cache.ts';
import { showChange } from './show-change.ts';

/** Characters of keys and HTML together, a third more than that in bytes at most. */
const SIZE_MAX = 16_000_000;
const KEY_MAX = 8000;

/** The HTML of parts of pages, the latest used ones, for all pages of this process. */
export interface CachedParts {
  /** For one page. `take` stores what its parts became and takes the marks off them. */
  open(): PartCache & { take(html: string, isWhole: boolean): string };
}

interface CachedPartsOptions {
  sizeMax?: number;
  /** Renders all parts of every page and throws where one is not what it was for the same values: the tests' way. */
  isChecked?: boolean;
}

export function createCachedParts(
  secret: string,
  { sizeMax = SIZE_MAX, isChecked = false }: CachedPartsOptions = {},
): CachedParts {
  const parts = createLatestUsed<string>(sizeMax, (key, html) => key.length + html.length);
  const marked = new RegExp(`<([a-z]+)[^>]*? ${CACHED_MARK}="${secret}-(\\d+)"`, 'g');
  const marks = new RegExp(` ${CACHED_MARK}="${secret}-\\d+"`, 'g');

  function keep(key: string, html: string): void {
    if (key.length > KEY_MAX || html.length > sizeMax / 100) return;
    const before = isChecked ? parts.find(key) : undefined;
    if (before !== undefined && before !== html)
      throw new Error(`A part depends on more than its values: ${key.slice(0, 200)}\n${showChange(before, html)}`);
    // Copied, because a substring holds the whole page.
    parts.keep(key, Buffer.from(html).toString());
  }

  return {
    open() {
      const keys: string[] = [];
      return {
        find: (key) => (isChecked ? undefined : parts.find(key)),
        mark: (key) => `${secret}-${keys.push(key) - 1}`,
        take(html, isWhole) {
          if (keys.length === 0) return html;
          if (isWhole)
            for (const { index, 1: tag = '', 2: place } of html.matchAll(marked)) {
              const content = contentOf(html, tag, index);
              if (content !== undefined) keep(keys[Number(place)] ?? '', content.replaceAll(marks, ''));
            }
          return html.replaceAll(marks, '');
        },
      };
    },
  };
}

/** What stands between the tags of the element that begins at `start`. */
function contentOf(html: string, tag: string, start: number): string | undefined {
  const begin = html.indexOf('>', start) + 1;
  const tags = new RegExp(`<(/?)${tag}[ />]`, 'g');
  tags.lastIndex = begin;
  for (let depth = 1; ; ) {
    const found = tags.exec(html);
    if (found === null) return undefined;
    depth += found[1] === '' ? 1 : -1;
    if (depth === 0) return html.slice(begin, found.index);
  }
}
