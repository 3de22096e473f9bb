const KEY = 'recent-searches';
const RECENT_SEARCHES_MAX = 6;

export function loadRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((entry) => typeof entry === 'string').slice(0, RECENT_SEARCHES_MAX)
      : [];
  } catch {
    return [];
  }
}

function saveSearches(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {}
}

export function rememberSearch(text: string): void {
  const search = text.trim();
  if (search === '') return;
  const others = loadRecentSearches().filter((other) => other.toLowerCase() !== search.toLowerCase());
  saveSearches([search, ...others].slice(0, RECENT_SEARCHES_MAX));
}

export function removeRecentSearch(text: string): void {
  saveSearches(loadRecentSearches().filter((other) => other !== text));
}

export function clearRecentSearches(): void {
  saveSearches([]);
}
