import { createContext } from 'react';

/**
 * The mark of our own inline scripts while a page is rendered on the server; undefined in the browser.
 *
 * It rides in the `nonce` attribute and is taken off before the page leaves, so nobody outside knows it: markup that somebody
 * smuggled into a page cannot carry it, and its scripts stay forbidden.
 */
export const ScriptMarker = createContext<string | undefined>(undefined);

export interface MarkedPage {
  html: string;
  /** Inline scripts of ours, to the letter: the Content-Security-Policy allows them by hash. */
  scripts: string[];
}

/** Take the mark off a rendered page and tell which inline scripts carried it. */
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
