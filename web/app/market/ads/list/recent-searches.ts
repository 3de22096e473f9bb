const KEY = 'recent-searches';
const KEPT = 6;

/** What was searched on this device, the latest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function keep(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // A browser that keeps nothing has no recent searches.
  }
}

export function rememberSearch(text: string): void {
  const search = text.trim();
  if (search === '') return;
  const others = recentSearches().filter((kept) => kept.toLowerCase() !== search.toLowerCase());
  keep([search, ...others].slice(0, KEPT));
}

export function forgetSearches(): void {
  keep([]);
}
