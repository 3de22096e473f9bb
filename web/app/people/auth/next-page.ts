/** Where to go after signing in: an address of this site, the main page otherwise. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next');
  // "//host" and "/\host" lead to other sites.
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}
