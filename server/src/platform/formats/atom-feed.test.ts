import { describe, expect, test } from 'vitest';
import { readFeed } from '../../../test/formats/read-feed.ts';
import { type AtomEntry, type AtomFeed, formatAtomFeed } from './atom-feed.ts';

const author = { name: 'Анна & Ко', page: 'https://okolo.example/user/5' };
const entry: AtomEntry = {
  page: 'https://okolo.example/ad/7',
  title: 'Лодка',
  published: new Date('2026-11-20T10:00:00Z'),
  updated: new Date('2026-11-21T10:00:00Z'),
  author,
  html: '<p>Надувная</p>',
  picture: { url: 'https://okolo.example/media/a-800.webp', type: 'image/webp' },
};
const feed: AtomFeed = {
  id: 'https://okolo.example/feeds/ads.atom?city_id=3',
  url: 'https://okolo.example/feeds/ads.atom?city_id=3&lang=ru',
  page: 'https://okolo.example/?city=3',
  title: 'Казань · Около',
  lang: 'ru',
  since: new Date('2026-11-01T00:00:00Z'),
  entries: [entry],
};

test('a feed reader reads the feed and its entry as they were written', () => {
  expect(readFeed(formatAtomFeed(feed))).toMatchObject({
    id: feed.id,
    lang: 'ru',
    title: 'Казань · Около',
    page: 'https://okolo.example/?city=3',
    self: 'https://okolo.example/feeds/ads.atom?city_id=3&lang=ru',
    updated: '2026-11-21T10:00:00.000Z',
    entries: [
      {
        id: 'https://okolo.example/ad/7',
        page: 'https://okolo.example/ad/7',
        title: 'Лодка',
        published: '2026-11-20T10:00:00.000Z',
        updated: '2026-11-21T10:00:00.000Z',
        content: '<p>Надувная</p>',
        author: { name: 'Анна & Ко', uri: 'https://okolo.example/user/5' },
        enclosure: { href: 'https://okolo.example/media/a-800.webp', type: 'image/webp' },
      },
    ],
  });
});

describe('a feed reader reads a title that holds', () => {
  test.each([
    ['signs of markup', '<script>alert("1")</script> & \'2\' ]]>', undefined],
    ['characters that XML forbids', 'Ло\u0000дка\u0008 \u001B[1m\uFFFE\uFFFF', 'Лодка [1m'],
    ['half of a character', 'Лодка \uD83D и всё', 'Лодка \uFFFD и всё'],
    ['characters of four bytes and other alphabets', '🚲 자전거 Straße', undefined],
  ])('%s', (_case, title, expected = title) => {
    const { entries } = readFeed(formatAtomFeed({ ...feed, entries: [{ ...entry, title }] }));
    expect(entries.map((read) => read.title)).toEqual([expected]);
  });
});

test('a feed reader reads a feed without entries, and an entry of somebody without a name', () => {
  expect(readFeed(formatAtomFeed({ ...feed, entries: [] }))).toMatchObject({
    updated: '2026-11-01T00:00:00.000Z',
    entries: [],
  });
  const { entries } = readFeed(
    formatAtomFeed({ ...feed, entries: [{ ...entry, author: { name: '', page: author.page } }] }),
  );
  expect(entries[0]?.author).toMatchObject({ name: author.page });
});

test('what is no XML, or lacks what Atom requires, is told from a feed', () => {
  const text = formatAtomFeed(feed);
  for (const broken of [
    text.replace('Лодка', 'Лодка & весло'),
    text.replace('Лодка', 'Ло\u0001дка'),
    text.replace('</entry>', ''),
    text.replaceAll(/<updated>.*?<\/updated>/g, ''),
    text.replace(/<author>.*?<\/author>/, ''),
  ])
    expect(() => readFeed(broken)).toThrow();
});
