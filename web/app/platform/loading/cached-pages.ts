import { hash } from 'node:crypto';
import { createLatestUsed } from './latest-used.ts';
import type { MarkedPage } from './own-scripts.ts';
import { showChange } from './show-change.ts';

const BYTES_MAX = 16_000_000;

/** A page as it is sent. */
export interface CachedPage {
  body: Buffer;
  scripts: readonly string[];
}

/** Whole pages, the latest used ones, for all readers of this process who get the same data. */
export interface CachedPages {
  /** `by`: everything that the page depends on. */
  keyOf(by: readonly unknown[]): string;
  find(key: string): CachedPage | undefined;
  keep(key: string, page: MarkedPage): CachedPage;
}

/** `isChecked`: no page is found, and one that is not what it was for the same values fails: the tests' way. */
export function createCachedPages({ bytesMax = BYTES_MAX, isChecked = false } = {}): CachedPages {
  const pages = createLatestUsed<CachedPage>(bytesMax, (_, { body }) => body.length);
  return {
    // The data of a page is as long as the page.
    keyOf: (by) => hash('sha256', JSON.stringify(by), 'base64'),
    find: (key) => (isChecked ? undefined : pages.find(key)),
    keep(key, { html, scripts }) {
      const page = { body: Buffer.from(html), scripts };
      const before = isChecked ? pages.find(key) : undefined;
      if (before !== undefined && !before.body.equals(page.body))
        throw new Error(`A page depends on more than its data\n${showChange(before.body.toString(), html)}`);
      pages.keep(key, page);
      return page;
    },
  };
}
