/** Separators at which a text may be cut, the best first: paragraphs, lines, sentences, words. */
const SEAMS = ['\n\n', '\n', '. ', ' '];
/** A cut before this share of the maximum length would make a needlessly short message. */
const SHARE_MIN = 0.5;

function cutAt(text: string, max: number): number {
  for (const seam of SEAMS) {
    const at = text.lastIndexOf(seam, max - seam.length);
    if (at >= max * SHARE_MIN) return at + seam.length;
  }
  const code = text.charCodeAt(max - 1);
  return code >= 0xd800 && code < 0xdc00 ? max - 1 : max;
}

export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const at = cutAt(rest, max);
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}
