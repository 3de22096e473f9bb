/** Catalogues loaded before the first render; others are named in `useText('payments')` and load on demand. */
export const BASE_DOMAINS = ['frame', 'ads'] as const;

/** Joins the names of domains whose texts are one file; the build and the pages agree on the order. */
export const nameTogether = (domains: readonly string[]): string => [...domains].sort().join('+');
