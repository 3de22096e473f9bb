import { expect, test } from 'vitest';
import { type MarkedText, parseMarks, withoutMarks } from './message-marks.ts';

const TAGS = { bold: 'b', italic: 'i', code: 'code' };
const shown = (parts: readonly MarkedText[]): string =>
  parts
    .map(({ kind, text, parts: inner }) =>
      kind === 'text' ? text : `<${TAGS[kind]}>${inner.length > 0 ? shown(inner) : text}</${TAGS[kind]}>`,
    )
    .join('');
const read = (text: string): string =>
  parseMarks(text)
    .map(({ isQuote, parts }) => (isQuote ? `[${shown(parts)}]` : shown(parts)))
    .join('|');

test.each([
  ['**жирный**', '<b>жирный</b>'],
  ['Цена **5 000 ₽**, торг', 'Цена <b>5 000 ₽</b>, торг'],
  ['_курсив_ и `код`', '<i>курсив</i> и <code>код</code>'],
  ['**важно и _очень_**', '<b>важно и <i>очень</i></b>'],
  ['(**да**)', '(<b>да</b>)'],
  ['`**как есть**`', '<code>**как есть**</code>'],
  ['**https://okolo.example/a_b_c**', '<b>https://okolo.example/a_b_c</b>'],
])('%s is marked', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  '2 ** 3 ** 4',
  '2202 **** **** 1234',
  'ab**12**cd',
  'snake_case_name',
  'https://okolo.example/_a_/?q=_b_ _',
  '@_login_',
  '**не закрыт',
  '** пусто **',
  '****',
  'перенос **на\nстроку**',
  '5 > 3',
  '>',
])('%j stays what it is', (text) => {
  expect(read(text)).toBe(text);
  expect(withoutMarks(text)).toBe(text);
});

test('lines that begin with the sign of a quote are one quote', () => {
  expect(read('> Торг есть?\n> **Немного**\nДа')).toBe('[Торг есть?\n<b>Немного</b>]|Да');
  expect(read('Вот:\n> слова')).toBe('Вот:|[слова]');
});

test('the plain text has no marks', () => {
  expect(withoutMarks('> Торг **есть**?\n_Да_, `5%` **и _ещё_ немного**')).toBe('Торг есть?\nДа, 5% и ещё немного');
});

test('a text of signs alone is read quickly', () => {
  const start = Date.now();
  for (const sign of ['**', '**a', '_a', '`', '> ', '**_', '** a**']) parseMarks(sign.repeat(2048).slice(0, 4096));
  expect(Date.now() - start).toBeLessThan(1000);
});
