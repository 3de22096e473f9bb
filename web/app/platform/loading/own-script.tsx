import { useContext } from 'react';
import { ScriptMarker } from './own-scripts.ts';

/**
 * A script of ours that runs before the page is painted; its hash is in the CSP. Only the server needs its text: the
 * browser has run it, gives '' and keeps what the server rendered.
 */
export function OwnScript({ text }: { text: string }) {
  const nonce = useContext(ScriptMarker);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}
