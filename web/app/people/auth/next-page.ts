/** Returns the address to open after sign-in: a path of this site, otherwise the main page. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next');
  // "//host" and "/\host" lead to other sites.
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** The query that carries the wanted page on, without what else the address has. */
export function toNext(search: string): string {
  const next = nextPage(search);
  return next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
}
