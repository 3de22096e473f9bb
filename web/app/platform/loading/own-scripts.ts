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
  const parts = html.split(` nonce="${marker}"`);
  const bare = parts.join('');
  const scripts: string[] = [];
  let at = 0;
  for (const part of parts.slice(0, -1)) {
    at += part.length;
    if (!bare.startsWith(SCRIPT, bare.lastIndexOf('<', at))) continue;
    const begin = bare.indexOf('>', at) + 1;
    const code = bare.slice(begin, bare.indexOf(SCRIPT_END, begin));
    if (code !== '') scripts.push(code);
  }
  return { html: bare, scripts };
}
