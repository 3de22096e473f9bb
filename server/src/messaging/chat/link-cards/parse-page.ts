import { LINK_DESCRIPTION_MAX, LINK_SITE_NAME_MAX, LINK_TITLE_MAX } from '@app/contract/messaging/link-cards';
import { Parser } from 'htmlparser2';

export interface PageSummary {
  title: string;
  description: string;
  siteName: string;
  /** As the page names it: relative to the page, or not an address at all. */
  image: string;
}

/** What a page says about itself, as plain text; undefined without a title. */
export function parsePage(html: string): PageSummary | undefined {
  const found = new Map<string, string>();
  // The first word of a page about itself counts: comments of its readers come later.
  const keep = (name: string, value: string | undefined): void => {
    const words = value?.trim() ?? '';
    if (words !== '' && !found.has(name)) found.set(name, words);
  };
  let title: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, { property, name: metaName, content }) {
        if (name === 'meta') keep((property ?? metaName ?? '').trim().toLowerCase(), content);
        else if (name === 'title' && !found.has('title')) title = '';
      },
      ontext(data) {
        // A title that never ends is not collected to the end of the page.
        if (title !== undefined && title.length < 4 * LINK_TITLE_MAX) title += data;
      },
      onclosetag(name) {
        if (name !== 'title') return;
        keep('title', title);
        title = undefined;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  const first = (...names: string[]): string => names.map((name) => found.get(name)).find(Boolean) ?? '';
  const words = cleanText(first('og:title', 'twitter:title', 'title'), LINK_TITLE_MAX);
  if (words === '') return undefined;
  return {
    title: words,
    description: cleanText(first('og:description', 'twitter:description', 'description'), LINK_DESCRIPTION_MAX),
    siteName: cleanText(first('og:site_name', 'application-name'), LINK_SITE_NAME_MAX),
    image: first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
  };
}

/** Characters that show nothing, or turn the text around them: all formats except the joiner of emoji. */
const INVISIBLE = /(?!\u200d)[\p{Cf}\p{Co}\p{Cs}\u{fff0}-\u{ffff}]/gu;
/** A letter carries a few marks; a tower of them covers the lines above. */
const MARKS = /(\p{M}{4})\p{M}+/gu;

/** One line of plain text, at most `max` characters. */
export function cleanText(text: string, max: number): string {
  const line = text
    .slice(0, 16 * max)
    .replaceAll(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKS, '$1')
    .trim();
  const signs = [...line];
  return signs.length <= max
    ? line
    : `${signs
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
