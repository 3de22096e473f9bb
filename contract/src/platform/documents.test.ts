import { describe, expect, test } from 'vitest';
import {
  DOCUMENT_DESCRIPTION_MAX,
  DOCUMENT_NAMES,
  DOCUMENT_VERSIONS,
  type DocumentName,
  fillDocument,
  LegalDocument,
} from './documents.ts';
import { LANGUAGES, type Lang } from './languages.ts';
import { OPERATOR } from './operator.ts';

async function read(lang: Lang, name: DocumentName): Promise<LegalDocument> {
  const { default: json } = await import(`../../documents/${lang}/${name}.json`, { with: { type: 'json' } });
  return LegalDocument.parse(json);
}

const shape = (document: LegalDocument) =>
  document.sections.map((section) => ({ paragraphs: section.paragraphs.length, items: section.items?.length ?? 0 }));

const everyText = (document: LegalDocument): string[] => [
  document.title,
  document.description,
  ...document.sections.flatMap((section) => [section.heading, ...section.paragraphs, ...(section.items ?? [])]),
];

const details = (texts: string[]): string[] => texts.flatMap((text) => text.match(/\{[^{}]*\}/g) ?? []).sort();

describe.each(DOCUMENT_NAMES)('the document "%s"', (name) => {
  test.each(LANGUAGES)('says in "%s" all that the Russian one says, in the same order', async (lang) => {
    const [russian, translated] = await Promise.all([read('ru', name), read(lang, name)]);
    expect(shape(translated)).toEqual(shape(russian));
    expect(details(everyText(translated))).toEqual(details(everyText(russian)));
  });

  test.each(LANGUAGES)('has the announced version in "%s"', async (lang) => {
    const document = await read(lang, name);
    expect(document.version).toBe(DOCUMENT_VERSIONS[name]);
    expect(document.effective >= document.version).toBe(true);
  });

  test.each(LANGUAGES)('is complete in "%s": nothing is left to fill in', async (lang) => {
    const document = fillDocument(await read(lang, name), lang);
    expect(document.description.length).toBeLessThanOrEqual(DOCUMENT_DESCRIPTION_MAX);
    for (const text of everyText(document)) {
      expect(text).not.toMatch(/\b(TODO|FIXME|TBD|XXX)\b|[Ll]orem|[Ii]psum|[{}<>[\]]|\.\.\./);
    }
  });

  test.each(LANGUAGES.filter((lang) => lang !== 'ru'))('has no Cyrillic left in "%s"', async (lang) => {
    for (const text of everyText(fillDocument(await read(lang, name), lang))) expect(text).not.toMatch(/[а-яё]/i);
  });
});

test('every paragraph and list item of a translation differs from the Russian one', async () => {
  const untranslated: string[] = [];
  for (const name of DOCUMENT_NAMES) {
    const russian = new Set(
      everyText(await read('ru', name)).filter((text) => /\p{L}{3,}/u.test(text.replace(/\{.*?\}/g, ''))),
    );
    for (const lang of LANGUAGES.filter((other) => other !== 'ru')) {
      untranslated.push(...everyText(await read(lang, name)).filter((text) => russian.has(text)));
    }
  }
  expect(untranslated).toEqual([]);
});

test('an unknown detail in a document is an error, not an empty place', () => {
  const document: LegalDocument = {
    title: 'Правила',
    version: '2026-11-21',
    effective: '2026-11-21',
    description: 'Правила',
    sections: [{ heading: 'Связь', paragraphs: ['Факс: {fax}'] }],
  };
  expect(() => fillDocument(document, 'ru')).toThrow('{fax}');
});

test('the agreement names the price that is charged', async () => {
  expect(JSON.stringify(fillDocument(await read('ru', 'agreement'), 'ru'))).toContain('399 рублей за один год');
});

describe('the operator’s numbers pass their checksums', () => {
  const digits = (value: string): number[] => [...value].map(Number);
  const weighed = (value: string, weights: number[]): number =>
    digits(value).reduce((sum, digit, i) => sum + digit * (weights[i % weights.length] ?? 0), 0);

  test('INN', () => {
    expect(OPERATOR.inn).toMatch(/^\d{10}$/);
    expect((weighed(OPERATOR.inn.slice(0, 9), [2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10).toBe(Number(OPERATOR.inn[9]));
  });

  test('OGRN', () => {
    expect(OPERATOR.ogrn).toMatch(/^\d{13}$/);
    expect((Number(OPERATOR.ogrn.slice(0, 12)) % 11) % 10).toBe(Number(OPERATOR.ogrn[12]));
  });

  test('KPP', () => {
    expect(OPERATOR.kpp).toMatch(/^\d{4}[\dA-Z]{2}\d{3}$/);
    expect(OPERATOR.kpp.slice(0, 4)).toBe(OPERATOR.inn.slice(0, 4));
  });

  // Bank of Russia, procedure for control keys of 08.09.1997 № 515: accounts are checked together with the bank's BIK.
  test('BIK with both accounts', () => {
    expect(OPERATOR.bik).toMatch(/^04\d{7}$/);
    expect(OPERATOR.correspondentAccount.slice(-3)).toBe(OPERATOR.bik.slice(-3));
    expect(weighed(`${OPERATOR.bik.slice(-3)}${OPERATOR.account}`, [7, 1, 3]) % 10).toBe(0);
    expect(weighed(`0${OPERATOR.bik.slice(4, 6)}${OPERATOR.correspondentAccount}`, [7, 1, 3]) % 10).toBe(0);
  });
});
