import type { MarkedPage } from './own-scripts.ts';

const CONTROLLER = 'window.__reactRouterContext.streamController';
const CLOSE = `${CONTROLLER}.close();`;

/** Closes every document; kept apart while a page is put together, because asking how a long text ends copies it. */
const END = '</body></html>';

/** The text of a page and what closes it, if it is closed. */
export const cutEnd = (html: string): [string, string] =>
  html.endsWith(END) ? [html.slice(0, -END.length), END] : [html, ''];

/** In single quotes, which JSON has few of. Whatever ends a script or hides its end begins with `<`. */
const quoted = (data: string): string =>
  `'${data.replace(/[\\'<\n\r]/g, (sign) => ESCAPED[sign as keyof typeof ESCAPED])}'`;

const ESCAPED = { '\\': '\\\\', "'": "\\'", '<': '\\x3c', '\n': '\\n', '\r': '\\r' };

/**
 * Adds the data that a page starts from in the browser, in the scripts that React Router renders for it otherwise, and
 * what closes the page. They need not pass through React: a page does not depend on them.
 */
export function addPageData({ html, scripts }: MarkedPage, data: string | undefined, end: string): MarkedPage {
  if (data === undefined || end === '') return { html: html + end, scripts };
  const enqueue = `${CONTROLLER}.enqueue(${quoted(data)});`;
  const markup = `<!--$--><script>${enqueue}</script><!--$--><script>${CLOSE}</script><!--/$--><!--/$-->`;
  return { html: html + markup + end, scripts: [...scripts, enqueue, CLOSE] };
}
