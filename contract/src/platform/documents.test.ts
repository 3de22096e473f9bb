import { describe, expect, test } from 'vitest';
import {
  DOCUMENT_DETAILS,
  detailsOf,
  type FilledDocument,
  fillDocument,
  findUnknownDetail,
  parseDocumentText,
  writeDocumentText,
} from './document-text.ts';
import {
  DOCUMENT_DESCRIPTION_MAX,
  DOCUMENT_NAMES,
  DOCUMENT_VERSIONS,
  type DocumentName,
  LegalDocument,
} from './documents.ts';
import { LANGUAGES, type Lang } from './languages.ts';
import { OPERATOR, operatorIn } from './operator.ts';

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

const fill = ({ title, description, sections }: LegalDocument, lang: Lang): FilledDocument =>
  fillDocument({ title, description, text: writeDocumentText(sections) }, detailsOf(operatorIn(lang, null)));

const everyFilledText = ({ title, description, sections }: FilledDocument): string[] => [
  title,
  description,
  ...sections.flatMap(({ heading, blocks }) => [
    heading,
    ...blocks.flatMap(({ text = '', items = [] }) => [text, ...items]),
  ]),
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
    const document = fill(await read(lang, name), lang);
    expect(document.description.length).toBeLessThanOrEqual(DOCUMENT_DESCRIPTION_MAX);
    for (const text of everyFilledText(document)) {
      expect(text).not.toMatch(/\b(TODO|FIXME|TBD|XXX)\b|[Ll]orem|[Ii]psum|[{}<>[\]]|\.\.\./);
    }
  });

  test.each(LANGUAGES)('is the same in "%s" once it was written as the text of the editor', async (lang) => {
    const { sections } = await read(lang, name);
    const text = writeDocumentText(sections);
    expect(parseDocumentText(text)).toEqual(
      sections.map(({ heading, paragraphs, items }) => ({
        heading,
        blocks: [...paragraphs.map((paragraph) => ({ text: paragraph })), ...(items ? [{ items }] : [])],
      })),
    );
    expect(findUnknownDetail(text)).toBeNull();
  });

  test.each(LANGUAGES.filter((lang) => lang !== 'ru'))('has no Cyrillic left in "%s"', async (lang) => {
    for (const text of everyFilledText(fill(await read(lang, name), lang))) expect(text).not.toMatch(/[а-яё]/i);
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
  const content = { title: 'Правила', description: 'Правила', text: '## Связь\n\nФакс: {fax}' };
  expect(findUnknownDetail(content.text)).toBe('{fax}');
  expect(() => fillDocument(content, detailsOf(operatorIn('ru', null)))).toThrow('{fax}');
});

test('every detail has a value, and nothing else is offered', () => {
  expect(Object.keys(detailsOf(operatorIn('ru', null))).sort()).toEqual([...DOCUMENT_DETAILS].sort());
});

test('lines are paragraphs, items follow each other as a list, and markup stays text', () => {
  const text = 'Вступление\n\n## 1. Цена\nОдин\n- два\n\n- три\nЧетыре <b>\n##Не заголовок\n-Не пункт';
  expect(parseDocumentText(text)).toEqual([
    { heading: '', blocks: [{ text: 'Вступление' }] },
    {
      heading: '1. Цена',
      blocks: [
        { text: 'Один' },
        { items: ['два', 'три'] },
        { text: 'Четыре <b>' },
        { text: '##Не заголовок' },
        { text: '-Не пункт' },
      ],
    },
  ]);
});

test('details are put into the finished text, so that a value begins neither section nor list', () => {
  const details = { ...detailsOf(operatorIn('ru', null)), name: '- ООО «Двор»', address: '## Город' };
  const { sections } = fillDocument({ title: 'А', description: 'Б', text: '{name}\n{address}' }, details, 'Двор');
  expect(sections).toEqual([{ heading: '', blocks: [{ text: '- ООО «Двор»' }, { text: '## Город' }] }]);
});

test('the agreement names the price that is charged', async () => {
  expect(JSON.stringify(fill(await read('ru', 'agreement'), 'ru'))).toContain('399 рублей за один год');
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
