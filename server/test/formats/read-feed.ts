import { parseAtomFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';

const ATOM = 'http://www.w3.org/2005/Atom';
/** What RFC 4287 asks of every feed and of every entry, once each. */
const REQUIRED = ['id', 'title', 'updated'];

interface ReadEntry {
  id: string | undefined;
  title: string | undefined;
  page: string | undefined;
  published: string | undefined;
  updated: string | undefined;
  content: string | undefined;
  author: { name?: string; uri?: string } | undefined;
  enclosure: { href?: string; type?: string } | undefined;
}

interface ReadFeed extends Pick<ReadEntry, 'id' | 'title' | 'page' | 'updated' | 'author'> {
  lang: string | undefined;
  self: string | undefined;
  entries: ReadEntry[];
}

/**
 * Reads a feed as two programs of others do: a strict parser of XML, which takes nothing that is not well-formed, and
 * a reader of feeds. Fails where a feed or an entry lacks what Atom requires.
 */
export function readFeed(text: string): ReadFeed {
  const open: { name: string; children: string[] }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri }) => {
    if (uri !== ATOM) throw new Error(`<${local}> is no element of Atom`);
    open.at(-1)?.children.push(local);
    open.push({ name: local, children: [] });
  });
  parser.on('closetag', () => {
    const { name = '', children = [] } = open.pop() ?? {};
    if (name !== 'feed' && name !== 'entry') return;
    const wrong = REQUIRED.filter((required) => children.filter((child) => child === required).length !== 1);
    if (name === 'entry' && !children.includes('author')) wrong.push('author');
    if (wrong.length > 0) throw new Error(`<${name}> needs one of each: ${wrong.join(', ')}`);
  });
  parser.write(text).close();
  const { id, title, updated, links, authors, entries = [], xml } = parseAtomFeed(text);
  const of = (all: typeof links, rel: string) => all?.find((link) => link.rel === rel);
  return {
    id,
    title: title?.value,
    updated,
    lang: xml?.lang,
    author: authors?.[0],
    page: of(links, 'alternate')?.href,
    self: of(links, 'self')?.href,
    entries: entries.map((entry) => ({
      id: entry.id,
      title: entry.title?.value,
      page: of(entry.links, 'alternate')?.href,
      published: entry.published,
      updated: entry.updated,
      content: entry.content?.value,
      author: entry.authors?.[0],
      enclosure: of(entry.links, 'enclosure'),
    })),
  };
}
