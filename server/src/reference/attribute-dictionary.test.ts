import { expect, test } from 'vitest';
import { type AttributeRule, createDictionary } from './attribute-dictionary.ts';

const rule = (id: number, change: Partial<AttributeRule>): AttributeRule => ({
  id,
  categoryId: 1,
  name: `Имя ${id}`,
  names: {},
  kind: 'text',
  unit: '',
  required: false,
  searchable: true,
  forChoices: [],
  position: id,
  choices: [],
  ...change,
});

const dictionary = createDictionary([
  rule(7, { name: 'Площадь', names: { en: 'Area' }, kind: 'number', unit: 'м²' }),
  rule(3, {
    name: 'Вид',
    names: { en: 'Type' },
    kind: 'choice',
    choices: [{ id: 5, name: 'Дом', names: { en: 'House' } }],
  }),
  rule(4, { categoryId: 2, name: 'Марка' }),
]);

test('what an ad says is shown in the order of the form, in the reader’s language', () => {
  const values = { 3: 5, 7: 54.5 };
  expect(dictionary.present('ru', values)).toEqual([
    { id: 7, name: 'Площадь', kind: 'number', text: '54.5', unit: 'м²', value: 54.5 },
    { id: 3, name: 'Вид', kind: 'choice', text: 'Дом', unit: '', value: 5 },
  ]);
  expect(dictionary.present('en', values).map(({ name, text, unit }) => `${name} ${text} ${unit}`)).toEqual([
    'Area 54.5 m²',
    'Type House ',
  ]);
});

test('a language without a name shows the Russian one', () => {
  expect(dictionary.present('ko', { 4: 'Лада' })).toEqual([
    { id: 4, name: 'Марка', kind: 'text', text: 'Лада', unit: '', value: null },
  ]);
});

test('what no attribute or choice stands for any more is not shown', () => {
  expect(dictionary.present('ru', { 3: 6, 9: 'мусор', 7: 'много', 4: 1 })).toEqual([]);
});

test('a category knows its own attributes', () => {
  expect(dictionary.ofCategory(1).map(({ id }) => id)).toEqual([7, 3]);
  expect([dictionary.ofCategory(null), dictionary.ofCategory(99)]).toEqual([[], []]);
  expect(dictionary.get(4)?.name).toBe('Марка');
});
