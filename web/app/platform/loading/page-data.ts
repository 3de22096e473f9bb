import type { MarkedPage } from './own-scripts.ts';

const UNSAFE = /[&<>\u2028\u2029]/g;
const CONTROLLER = 'window.__reactRouterContext.streamController';
const CLOSE = `${CONTROLLER}.close();`;
const END = '</body></html>';

const escapeSign = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Adds the data that a page starts from in the browser, in the scripts that React Router renders for it otherwise. They
 * need not pass through React: a page does not depend on them.
 */
export function addPageData({ html, scripts }: MarkedPage, data: string | undefined): MarkedPage {
  if (data === undefined || !html.endsWith(END)) return { html, scripts };
  const enqueue = `${CONTROLLER}.enqueue(${JSON.stringify(data).replace(UNSAFE, escapeSign)});`;
  const markup = `<!--$--><script>${enqueue}</script><!--$--><script>${CLOSE}</script><!--/$--><!--/$-->`;
  return { html: html.slice(0, -END.length) + markup + END, scripts: [...scripts, enqueue, CLOSE] };
}
