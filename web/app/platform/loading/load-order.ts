/** React writes it in front of everything that is loaded. */
const HEAD_START = '<head><meta charSet="utf-8"/>';
const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/g;
const SCRIPT_PRELOAD = /<link rel="modulepreload" href="[^"]+"/g;

/**
 * Orders what the head of a page loads: stylesheets, then images and fonts, then scripts, without which the page is seen
 * and read.
 *
 * Stylesheets are preloaded from the beginning of the head. React writes them at its end, behind images, fonts and
 * scripts, which take all connections of HTTP/1.1, and nothing is painted before the stylesheets are there. They stay at
 * the end as well, because inline scripts wait for stylesheets in front of them.
 *
 * Scripts are preloaded with a low priority, because browsers load preloaded scripts before images.
 */
export function orderLoads(html: string): string {
  const headEnd = html.indexOf('</head>');
  const at = html.indexOf(HEAD_START) + HEAD_START.length;
  if (at < HEAD_START.length || headEnd < at) return html;
  const head = html.slice(at, headEnd);
  let preloads = '';
  for (const [, href] of head.matchAll(STYLESHEET)) preloads += `<link rel="preload" as="style" href="${href}"/>`;
  return html.slice(0, at) + preloads + head.replace(SCRIPT_PRELOAD, '$& fetchpriority="low"') + html.slice(headEnd);
}
