import { createContext } from 'react';

/**
 * Marker of own inline scripts during server rendering; undefined in the browser.
 *
 * The marker is passed in the `nonce` attribute and removed before the page is sent, so injected markup cannot know it
 * and its scripts stay forbidden.
 */
export const ScriptMarker = createContext<string | undefined>(undefined);

export interface MarkedPage {
  html: string;
  /** Exact contents of own inline scripts; the Content-Security-Policy allows them by hash. */
  scripts: string[];
}

const SCRIPT = '<script';
const SCRIPT_END = '</script>';

/** Removes the marker from a rendered page and returns the inline scripts that carried it. */
export function extractOwnScripts(html: string, marker: string): MarkedPage {
  const mark = ` nonce="${marker}"`;
  const scripts: string[] = [];
  let bare = '';
  let from = 0;
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, from)) {
    bare += html.slice(from, at);
    from = at + mark.length;
    if (!html.startsWith(SCRIPT, html.lastIndexOf('<', at))) continue;
    const begin = html.indexOf('>', from) + 1;
    const code = html.slice(begin, html.indexOf(SCRIPT_END, begin)).replaceAll(mark, '');
    if (code !== '') scripts.push(code);
  }
  return { html: bare + html.slice(from), scripts };
}
