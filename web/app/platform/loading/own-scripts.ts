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

/** Removes the marker from a rendered page and returns the inline scripts that carried it. */
export function extractOwnScripts(html: string, marker: string): MarkedPage {
  const attribute = ` nonce="${marker}"`;
  const scripts: string[] = [];
  const marked = new RegExp(`<script([^>]*)${attribute}([^>]*)>([\\s\\S]*?)</script>`, 'g');
  const bare = html.replace(marked, (_, before: string, after: string, code: string) => {
    if (code !== '') scripts.push(code);
    return `<script${before}${after}>${code}</script>`;
  });
  return { html: bare.replaceAll(attribute, ''), scripts };
}
