import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { expect, test } from 'vitest';
import { askedAttributes, findMistakes, formatAttributeValue, valuesOf } from './attribute-values.ts';

const attribute = (part: Partial<CategoryAttribute>): CategoryAttribute => ({
  id: 1,
  category: 2,
  name: 'Пробег',
  kind: 'number',
  unit: 'км',
  required: 0,
  searchable: 1,
  position: 1,
  choices: [],
  ...part,
});

test('only what the category asks for is sent', () => {
  expect(valuesOf([attribute({ id: 1 }), attribute({ id: 2 })], { 1: ' 5 ', 9: 'of another' })).toEqual({
    1: '5',
    2: '',
  });
});

test('a missing required value and a word in place of a number are noticed', () => {
  const attributes = [attribute({ id: 1, required: 1 }), attribute({ id: 2 }), attribute({ id: 3 })];
  const found = findMistakes(attributes, { 1: '', 2: 'много', 3: '1 250,5' });
  expect(found.map(({ attribute: { id }, mistake }) => [id, mistake])).toEqual([
    [1, 'required'],
    [2, 'number'],
  ]);
});

test('a value reads as people say it', () => {
  expect(formatAttributeValue(attribute({}), '120')).toBe('120 км');
  expect(formatAttributeValue(attribute({ kind: 'choice', choices: [{ id: 4, name: 'Новое' }] }), '4')).toBe('Новое');
  expect(formatAttributeValue(attribute({}), '')).toBe('');
});

test('an attribute of some kinds is asked once one of them is chosen, and kept while an older ad has a value', () => {
  const choices = [
    { id: 4, name: 'Велосипед' },
    { id: 5, name: 'Автомобиль' },
  ];
  const kind = attribute({ id: 1, kind: 'choice', choices });
  const all = [kind, attribute({ id: 2, for_choices: [4] }), attribute({ id: 3, for_choices: [5], required: 1 })];
  const asked = (typed: Record<string, string>) => askedAttributes(all, typed).map(({ id }) => id);
  expect(asked({})).toEqual([1]);
  expect(asked({ 1: '4' })).toEqual([1, 2]);
  expect(asked({ 3: '120' })).toEqual([1, 3]);
  expect(asked({ 1: '4', 3: '120' })).toEqual([1, 2]);
  expect(findMistakes(all, { 1: '4' })).toEqual([]);
  expect(findMistakes(all, { 1: '5' })).toHaveLength(1);
});
