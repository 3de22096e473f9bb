import { expect, test } from 'vitest';
import { packOptions, unpackOptions } from './packed-options.ts';

test('options come out as they went in', () => {
  const options = [
    { id: 1, name: 'Россия' },
    { id: 44, name: 'Бонэйр, Синт-Эстатиус и Саба' },
  ];
  expect(unpackOptions(packOptions(options))).toEqual(options);
  expect(unpackOptions(packOptions([]))).toEqual([]);
});
