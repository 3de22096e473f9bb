import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@app/contract/platform/errors';
import { expect, test } from 'vitest';
import { texts } from '../src/platform/texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

function readSources(folder: string): string {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'))
    .join('\n');
}

const server = readSources('server/src');
const contract = readSources('contract/src');

/** Keys in the places that take one: `text`, `invalidText`, values of `fields`, and arguments of `t(lang, …)`. */
const PLACES = [
  /(?:text|invalidText): ['`]([\w-]+\.[^'`\s]+)['`]/g,
  /['`](errors\.[\w.${}-]+)['`]/g,
  /\bt\(\s*\w*[lL]ang\w*,\s*['`]([\w-]+\.[^'`\s]+)['`]/g,
];

const used = [
  ...new Set(PLACES.flatMap((place) => [...`${server}\n${contract}`.matchAll(place)].map(([, key = '']) => key))),
];
const literal = used.filter((key) => !key.includes('${'));

const LOCALE = path.join(ROOT, 'contract/locales/ru');
const known = readdirSync(LOCALE).flatMap((file) =>
  Object.keys(JSON.parse(readFileSync(path.join(LOCALE, file), 'utf8'))).map(
    (key) => `${path.basename(file, '.json')}.${key}`,
  ),
);

test.each(literal)('the text %s exists', (key) => {
  expect(texts.has(key)).toBe(true);
});

test.each(used.filter((key) => key.includes('${') && !key.endsWith('.')))('texts of the form %s exist', (key) => {
  const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  expect(known.some((one) => new RegExp(`^${parts.join('.+')}$`).test(one))).toBe(true);
});

/** Tests that make calls fail; what the site does with an answer says nothing about the server. */
const provoking = readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
  .map((name) => readFileSync(path.join(ROOT, 'server', name), 'utf8'))
  .join('\n');

test.each(Object.keys(ERRORS))('a test expects that a call is refused with %s', (code) => {
  expect(provoking).toMatch(new RegExp(`['"\`](\\d{3} )?${code}['"\`]`));
});

test('every error has a text', () => {
  expect(Object.keys(ERRORS).filter((code) => !texts.has(`errors.${code}`))).toEqual([]);
});

test('the keys of the server are found', () => {
  expect(literal).toEqual(expect.arrayContaining(['ad-page.gone.title', 'errors.ad_incomplete', 'errors.ad_blocked']));
  expect(literal.length).toBeGreaterThan(40);
});
