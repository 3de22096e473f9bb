import { escapeHtml } from '../escape-html.ts';

export interface AtomFeed {
  /** An address that never changes and tells no secret. */
  id: string;
  url: string;
  /** The page that shows the same. */
  page: string;
  title: string;
  lang: string;
  author?: AtomAuthor;
  /** When a feed without entries changed last. */
  since: Date;
  entries: readonly AtomEntry[];
}

export interface AtomAuthor {
  name: string;
  page: string;
}

export interface AtomEntry {
  /** The address of its page, which never changes and is also the id of the entry. */
  page: string;
  title: string;
  published: Date;
  updated: Date;
  author: AtomAuthor;
  /** HTML, whose texts are escaped. */
  html: string;
  picture?: { url: string; type: string };
}

/** What XML 1.0 allows in no document, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(FORBIDDEN, ''));

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const link = (rel: string, type: string, href: string): string =>
  `<link rel="${rel}" type="${escapeXml(type)}" href="${escapeXml(href)}"/>`;

/** RFC 4287 requires an author with a name; somebody without one is named by their page. */
const author = ({ name, page }: AtomAuthor): string =>
  `<author>${element('name', name || page)}${element('uri', page)}</author>`;

function entry({ page, title, published, updated, author: by, html, picture }: AtomEntry): string {
  return [
    '<entry>',
    element('id', page),
    element('title', title),
    link('alternate', 'text/html', page),
    picture === undefined ? '' : link('enclosure', picture.type, picture.url),
    element('published', published.toISOString()),
    element('updated', updated.toISOString()),
    author(by),
    `<content type="html">${escapeXml(html)}</content>`,
    '</entry>',
  ].join('');
}

/** When the feed changed last, as far as its entries tell. */
export const updatedOf = ({ entries, since }: Pick<AtomFeed, 'entries' | 'since'>): Date =>
  entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), entries[0]?.updated ?? since);

/** An Atom feed (RFC 4287). */
export function formatAtomFeed(feed: AtomFeed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.lang)}">`,
    element('id', feed.id),
    element('title', feed.title),
    element('updated', updatedOf(feed).toISOString()),
    link('self', 'application/atom+xml', feed.url),
    link('alternate', 'text/html', feed.page),
    feed.author === undefined ? '' : author(feed.author),
    ...feed.entries.map(entry),
    '</feed>\n',
  ].join('');
}
