import { expect, test } from 'vitest';
import { parseConfig } from '../../../platform/config.ts';
import { findCardLink } from './find-card-link.ts';

const config = parseConfig({ PUBLIC_URL: 'https://okolo.example' });
const urlOf = (text: string): string | undefined => findCardLink({ config }, text)?.url;

test('the first link of a text has the card', () => {
  expect(urlOf('Смотри: https://news.example/a, потом http://other.example')).toBe('https://news.example/a');
  expect(urlOf('(http://news.example/a_b_c?d=1#end).')).toBe('http://news.example/a_b_c?d=1');
  expect(urlOf('**Вот https://news.example/**')).toBe('https://news.example/');
  expect(urlOf('> https://news.example')).toBe('https://news.example/');
  expect(urlOf('HTTPS://NEWS.Example:443/Путь')).toBe('https://news.example/%D0%9F%D1%83%D1%82%D1%8C');
});

test('spellings of one address share a card, other addresses do not', () => {
  const keyOf = (text: string) => findCardLink({ config }, text)?.key;
  expect(keyOf('http://news.example:80')).toBe(keyOf('раз http://NEWS.example/#top'));
  expect(keyOf('http://news.example/')).not.toBe(keyOf('http://news.example/a'));
  expect(keyOf('http://news.example/')).toMatch(/^[\w-]{43}$/);
});

test('without a card are words, code, other schemes and ports, passwords, single names and our own pages', () => {
  for (const text of [
    'news.example и main.ts',
    '`https://news.example/`',
    'ftp://news.example/ //news.example mailto:a@news.example',
    'https://news.example:8443/',
    'https://me:secret@news.example/',
    'http://localhost/ ',
    'https://okolo.example/ad/5',
    'https://m.okolo.example/ad/5',
    `https://news.example/${'a'.repeat(2100)}`,
  ])
    expect(urlOf(text), text).toBeUndefined();
  // The first link decides, as in the text.
  expect(urlOf('https://okolo.example/ad/5 https://news.example')).toBeUndefined();
});
