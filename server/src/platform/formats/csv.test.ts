import { expect, test } from 'vitest';
import { type CsvColumn, csvLines, parseCsv } from './csv.ts';

interface Row {
  id: number;
  name: string | null;
}

const COLUMNS: CsvColumn<Row>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'name', value: ({ name }) => name },
];

async function* from(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

async function write(rows: readonly Row[]): Promise<string> {
  let text = '';
  for await (const piece of csvLines(COLUMNS, from(rows))) text += piece;
  return text;
}

test('a file begins with its mark and its heads, and ends every line alike', async () => {
  expect(await write([])).toBe('\u{feff}id,name\r\n');
  expect(await write([{ id: 1, name: 'Казань' }])).toBe('\u{feff}id,name\r\n1,Казань\r\n');
});

test('commas, quotes and line breaks are quoted, nothing is nothing', async () => {
  const rows = [
    { id: 1, name: 'a,b' },
    { id: 2, name: 'a "b"' },
    { id: 3, name: 'a\nb' },
    { id: 4, name: null },
  ];
  expect((await write(rows)).split('\r\n').slice(1)).toEqual(['1,"a,b"', '2,"a ""b"""', '3,"a\nb"', '4,', '']);
});

test.each(['=1+1', '+7', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is no formula where the file is opened', async (name) => {
  expect((await write([{ id: 1, name }])).includes(`1,${name}`)).toBe(false);
  expect(await write([{ id: 1, name }])).toContain(`'${name}`);
});

test.each(['a;=1+1', 'a\n=1+1', 'a\r\n@SUM(A1)', 'a\t-1', 'a;b;+7'])(
  '%j begins no formula where semicolons, tabs or lines end a cell either, and is read as it was',
  async (name) => {
    const file = await write([{ id: 1, name }]);
    expect(file.slice(1)).not.toMatch(/[;\t\r\n][=+\-@]/);
    expect(parseCsv(file)?.[1]?.cells[1]).toBe(name);
  },
);

test('numbers below nought stay numbers', async () => {
  expect(await write([{ id: -5, name: '' }])).toContain('\r\n-5,\r\n');
});

test('a long list comes in pieces', async () => {
  const pieces: string[] = [];
  for await (const piece of csvLines(COLUMNS, from(Array.from({ length: 1000 }, (_, id) => ({ id, name: 'x' })))))
    pieces.push(piece);
  expect(pieces.length).toBe(5);
});

test('what was written is read again', async () => {
  const rows = ['a,b', 'a "b"', 'a\nb', '=1+1', '-5', 'просто'].map((name, index) => ({ id: index, name }));
  const read = parseCsv(await write(rows));
  expect(read?.slice(1).map(({ cells }) => cells[1])).toEqual(rows.map(({ name }) => name));
  expect(read?.map(({ line }) => line)).toEqual([1, 2, 3, 4, 6, 7, 8]);
});

test('semicolons separate where the first line has no commas, and empty lines are left out', () => {
  expect(parseCsv('id;name\n1;a, b\n\n;\n2;c')).toEqual([
    { line: 1, cells: ['id', 'name'] },
    { line: 2, cells: ['1', 'a, b'] },
    { line: 5, cells: ['2', 'c'] },
  ]);
});

test('a quote that is never closed is told', () => {
  expect(parseCsv('id,name\n1,"a\n2,b')).toBeUndefined();
});
