/** React writes it in front of everything that is loaded. */
const HEAD_START = '<head><meta charSet="utf-8"/>';
const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/g;

/**
 * Preloads the stylesheets from the beginning of the head. React writes them at its end, behind images, fonts and
 * scripts, which take all connections of HTTP/1.1, and nothing is painted before the stylesheets are there. They stay at
 * the end as well, because inline scripts wait for stylesheets in front of them.
 */
export function preloadStylesheets(html: string): string {
  const headEnd = html.indexOf('</head>');
  const at = html.indexOf(HEAD_START) + HEAD_START.length;
  if (at < HEAD_START.length || headEnd < at) return html;
  let preloads = '';
  for (const [, href] of html.slice(at, headEnd).matchAll(STYLESHEET))
    preloads += `<link rel="preload" as="style" href="${href}"/>`;
  return html.slice(0, at) + preloads + html.slice(at);
}
