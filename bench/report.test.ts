import { expect, test } from 'vitest';
import { findRegression, type NamedFigure, type Row, rowOf, writeRows } from './report.ts';

const row = (change: Partial<Row> = {}): Row => ({
  what: 'List',
  against: 'bare',
  ours: '1,000/s',
  theirs: '1,100/s',
  figure: '91 %',
  limit: '≥ 80 %',
  isMet: true,
  ...change,
});
const empty = '# Speed\n\n<!-- bench: written by npm run bench -->\n<!-- /bench -->\n\n## Notes\n';
const first = { date: '2026-11-28', commit: 'aaaa', landed: empty, isWhole: false };

test('a row takes the place of the one that measured the same, with its day and commit', () => {
  const landed = writeRows(empty, [row(), row({ what: 'Page' })], first);
  const again = { date: '2026-11-29', commit: 'bbbb', landed };
  const next = writeRows(landed, [row({ figure: '93 %' })], { ...again, isWhole: false });
  expect(next.match(/^\| (List|Page) .*$/gm)).toEqual([
    '| List — against bare | 1,000/s | 1,100/s | 93 % | ≥ 80 % | met | 2026-11-29, bbbb |',
    '| Page — against bare | 1,000/s | 1,100/s | 91 % | ≥ 80 % | met | 2026-11-28, aaaa |',
  ]);
  expect(writeRows(landed, [row()], { ...again, isWhole: true })).not.toContain('| Page');
  expect(next).toContain('## Notes');
});

test.each([
  ['73 %', '≥ 80 %', undefined],
  ['72 %', '≥ 80 %', '91 %'],
  ['109 ms', '≤ 200 ms', undefined],
  ['110 ms', '≤ 200 ms', '91 %'],
  ['110 ms', '', undefined],
])('%s with the limit %s, where 91 stood, was worse by a fifth: %s', (figure, limit, before) => {
  const landed = writeRows(empty, [row()], first);
  expect(findRegression(row({ figure, limit }), landed)).toBe(before);
  expect(findRegression(row({ what: 'New', figure, limit }), landed)).toBeUndefined();
});

test.each([
  ['0.001', '0.003', '≤ 0.02', '0.001'],
  ['0.001', '0.002', '≤ 0.02', undefined],
  ['0.0 MB', '0.2 MB', '≤ 20 MB', undefined],
  ['0.0 MB', '2.1 MB', '≤ 20 MB', '0.0 MB'],
])('%s that became %s of the limit %s was worse: %s', (was, figure, limit, before) => {
  const landed = writeRows(empty, [row({ figure: was, limit })], first);
  expect(findRegression(row({ figure, limit }), landed)).toBe(before);
});

test('a row that lost more than a fifth says what it was', () => {
  const landed = writeRows(empty, [row({ figure: '1,500/s' })], first);
  const next = writeRows(landed, [row({ figure: '999/s', isMet: false })], { ...first, landed });
  expect(next).toContain('| 999/s | ≥ 80 % | **missed**, **was 1,500/s** |');
});

const NAMES = ['JavaScript', 'requests', 'scripts', 'score'];
const LIMITS = ['≤ 145 KB', '≤ 31', '', '≥ 97'];
const several = (values: string[], missed: number[] = []): Row =>
  rowOf(
    'Feed',
    values.map((figure, i): NamedFigure => {
      const [name = '', limit = ''] = [NAMES[i], LIMITS[i]];
      return { name, figure, limit, isMet: !missed.includes(i) };
    }),
  );
const before = writeRows(empty, [several(['139.7 KB', '27', '12', '100'])], first);

test('several figures of one thing stand in one row, in the order of their names', () => {
  expect(before).toContain(
    '| Feed: JavaScript / requests / scripts / score |  |  | 139.7 KB / 27 / 12 / 100 | ≤ 145 KB / ≤ 31 /  / ≥ 97 | met | 2026-11-28, aaaa |',
  );
});

test.each([
  ['none', ['160.0 KB', '32', '12', '80'], undefined],
  ['the first', ['168.0 KB', '27', '12', '100'], '139.7 KB JavaScript'],
  ['the second', ['139.7 KB', '33', '12', '100'], '27 requests'],
  ['one without a limit', ['139.7 KB', '27', '99', '100'], undefined],
  ['the fourth', ['139.7 KB', '27', '12', '79'], '100 score'],
  ['two', ['139.7 KB', '33', '12', '79'], '27 requests, 100 score'],
])('of several figures %s lost more than a fifth', (_, values, lost) => {
  expect(findRegression(several(values), before)).toBe(lost);
});

test.each([
  [[1], '**missed**: requests'],
  [[3], '**missed**: score'],
  [[0, 3], '**missed**: JavaScript / score'],
])('a row of several figures is missed where one is, and says which: %j', (missed, result) => {
  const missing = several(['139.7 KB', '27', '12', '100'], missed);
  expect(missing.isMet).toBe(false);
  expect(writeRows(empty, [missing], first)).toContain(`| ${result} |`);
});
