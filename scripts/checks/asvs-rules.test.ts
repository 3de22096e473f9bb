import { expect, test } from 'vitest';
import { ASVS_IDS, anchorsOf, findProblems, hasTest, rowsOf } from './asvs-rules.ts';

const line = (id: string, verdict: string, cell: string) => `| ${id} | what it asks | ${verdict} | ${cell} |\n`;
const others = (missing: readonly string[]) =>
  ASVS_IDS.filter((id) => !missing.includes(id))
    .map((id) => line(id, 'no', 'a reason'))
    .join('');

const problemsOf = (document: string) =>
  findProblems(rowsOf(document), {
    readSource: (file) => (file === 'a.test.ts' ? "test('it''s | so', () => {});\ntest(\n  'on a line',\n" : undefined),
    anchors: new Set(anchorsOf('## Files & names\n').map((anchor) => `policy.md#${anchor}`)),
  });

test('there are 253 requirements, each once', () => {
  expect(ASVS_IDS).toHaveLength(253);
  expect(new Set(ASVS_IDS).size).toBe(253);
  expect(ASVS_IDS.slice(0, 3)).toEqual(['V1.1.1', 'V1.1.2', 'V1.2.1']);
});

test('a whole table has no problems', () => {
  const cell = '`a.test.ts` › on a line<br>[Files](policy.md#files--names)';
  expect(problemsOf(others(['V1.1.1']) + line('V1.1.1', 'yes', cell))).toEqual([]);
});

test('a missing and a doubled id, a test and a section that are gone, and a row without proof are named', () => {
  const document =
    others(['V1.1.1', 'V1.2.2', 'V17.3.2']) +
    line('V1.1.1', 'yes', '`a.test.ts` › on another line') +
    line('V1.1.2', 'perhaps', '`gone.test.ts` › x') +
    line('V9.9.9', 'yes', '[Files](policy.md#files)') +
    line('V1.2.1', 'yes', 'because') +
    line('V1.2.2', 'setting', 'where it is set');
  expect(problemsOf(document)).toEqual([
    'V17.3.2 is missing',
    'V1.1.2 stands twice',
    'V1.2.1 stands twice',
    'V9.9.9 is no requirement of level 2',
    'V1.1.1: a.test.ts has no test «on another line»',
    'V1.1.2 says neither yes, setting, gap nor no',
    'V1.1.2: there is no file gone.test.ts',
    'V9.9.9: there is no section policy.md#files',
    'V1.2.1 names no proof',
    'V1.2.2 names no proof',
  ]);
});

test('a title is found as it is written: quoted, escaped, with a table of cases', () => {
  const withPlace = `$${'{COUNT} ways'}`;
  const source = `test('one', f);\ntest.each([1])('of %s', f);\ntest(\`${withPlace}\`, f);\ntest('it\\'s', f);\n// test of x`;
  const titles = ['one', 'of %s', withPlace, "it's", 'test of x', 'on'];
  expect(titles.filter((title) => hasTest(source, title))).toEqual(titles.slice(0, 4));
});
