import { useContext, useState } from 'react';
import { ScriptMarker } from './own-scripts.ts';
import { useIsClient } from './use-is-client.ts';

/**
 * A script of ours that runs before the page is painted; its hash is in the CSP. Only the server needs its text: the
 * browser has run it, gives '' and keeps what the server rendered. What the browser renders itself has no script, because
 * it would not run.
 */
export function OwnScript({ text }: { text: string }) {
  const nonce = useContext(ScriptMarker);
  const isOfBrowser = useIsClient();
  const [isServed] = useState(!isOfBrowser);
  if (!isServed) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}
