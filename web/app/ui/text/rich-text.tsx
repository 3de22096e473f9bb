import { type ReactNode, Suspense } from 'react';
import { quietPart } from '../lazy-part.ts';

const LARGE_MAX = 3;
const EMOJI =
  /(?:\p{Regional_Indicator}{2}|[\p{Emoji_Presentation}\u2600-\u27bf\u{1f000}-\u{1faff}](?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)/gu;

/** Returns the number of emoji, or 0 when the text contains anything else or too many. */
export function largeEmoji(text: string): number {
  const words = text.trim();
  // One emoji may consist of a dozen code points, so longer texts are skipped.
  if (words === '' || words.length > 60) return 0;
  const count = words.match(EMOJI)?.length ?? 0;
  return count > 0 && count <= LARGE_MAX && words.replace(EMOJI, '').trim() === '' ? count : 0;
}

const LinkedText = quietPart(async () => (await import('./linked-text.tsx')).LinkedText);

/** What links have in common; a text without is not searched for them. */
const MAY_LINK = /\/\/|[.@][\p{L}\p{N}]/u;

/** A text with its links, which are found when the page is quiet, unless the server found them before. */
export function RichText({ text, isTrusted }: { text: string; isTrusted: boolean }): ReactNode {
  if (!MAY_LINK.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <LinkedText text={text} isTrusted={isTrusted} />
    </Suspense>
  );
}
