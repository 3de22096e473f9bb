import { createContext } from 'react';

/** Finds the HTML that a part of a page had before. */
export interface PartCache {
  find(key: string): string | undefined;
  /** Returns the value of the attribute {@link CACHED_MARK} of a part whose HTML is kept from this render on. */
  mark(key: string): string;
}

export const CACHED_MARK = 'data-cached';

/** Null in the browser, which renders everything. */
export const PartCacheContext = createContext<PartCache | null>(null);
