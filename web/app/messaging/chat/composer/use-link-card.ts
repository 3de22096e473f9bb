import { useEffect, useState } from 'react';
import type { TypedLink } from './find-link.ts';

/** The link of the typed text whose page will be shown under the message, unless the writer leaves that out. */
export function useLinkCard(text: string) {
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const [found, setFound] = useState<{ text: string; link: TypedLink | null } | null>(null);
  const mayHaveLink = text.includes('://');
  useEffect(() => {
    if (!mayHaveLink) return;
    let isOver = false;
    // Without a connection the card stays what the server makes of the message.
    import('./find-link.ts')
      .then(({ findLink }) => isOver || setFound({ text, link: findLink(text) }))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [text, mayHaveLink]);
  const link = mayHaveLink && found !== null ? found.link : null;
  const isLeftOut = link !== null && link.url === leftOut;
  return {
    link: isLeftOut ? null : link,
    isLeftOut,
    leaveOut: (): void => setLeftOut(link?.url ?? null),
    reset: (): void => setLeftOut(null),
  };
}
