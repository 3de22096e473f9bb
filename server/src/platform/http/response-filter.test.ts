import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileResponseFilter } from './response-filter.ts';

const filter = compileResponseFilter(
  z.object({
    id: z.number().int(),
    note: z.string().optional(),
    flag: z.union([z.literal(0), z.literal(1)]),
    place: z.object({ name: z.string() }).nullable(),
    list: z.array(z.object({ 'odd-"key': z.string().nullable() })),
  }),
);
const answer = { id: 1, flag: 1, place: { name: 'Казань' }, list: [{ 'odd-"key': null }] };

test('an answer keeps what its schema names and nothing else, at every depth', () => {
  const row = {
    ...answer,
    password_hash: 'x',
    place: { name: 'Казань', secret: 1 },
    list: [{ 'odd-"key': null, secret: 2 }],
  };
  expect(filter(row)).toEqual(answer);
  expect(filter({ ...row, place: null })).toEqual({ ...answer, place: null });
});

test('an answer without a promised member is a defect, not half an answer', () => {
  expect(() => filter({ ...answer, id: undefined })).toThrow('answer.id is missing');
  expect(() => filter({ ...answer, list: [{}] })).toThrow('answer.list[].odd-"key is missing');
});

test('a dictionary leaves with plain values only', () => {
  const ofNames = compileResponseFilter(
    z.object({ names: z.record(z.string(), z.union([z.string(), z.number()])).optional() }),
  );
  expect(ofNames({ names: { ru: 'Казань', en: 1 }, secret: 1 })).toEqual({ names: { ru: 'Казань', en: 1 } });
  expect(ofNames({})).toEqual({});
  expect(() => ofNames({ names: { ru: { password_hash: 'x' } } })).toThrow('answer.names.ru is not a plain value');
});

test('an object never leaves where a plain value is promised', () => {
  expect(() => filter({ ...answer, note: { password_hash: 'x' } })).toThrow('answer.note is not a plain value');
});
