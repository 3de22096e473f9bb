/** Returns the address to open after sign-in: a path of this site, otherwise the main page. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next');
  // "//host" and "/\host" lead to other sites.
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}
