import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

const marked = (content: string, search: string): string =>
  excerpt(content, search)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

test('every form of a searched word is marked', () => {
  expect(marked('Велосипеды и велосипед', 'велосипеда')).toBe('[Велосипеды] и [велосипед]');
  expect(marked('Ёлка ещё стоит', 'елки')).toBe('[Ёлка] ещё стоит');
});

test('a long message is shown from a little before the first hit', () => {
  const long = `${'Много слов о погоде и дороге. '.repeat(5)}Зато велосипед уже настроил`;
  expect(marked(long, 'велосипед')).toBe('…погоде и дороге. Зато [велосипед] уже настроил');
});

test('what was found by something else than its words is shown from its beginning', () => {
  expect(marked('Смотрите фото', 'dsktjgtl')).toBe('Смотрите фото');
  expect(marked('', 'слово')).toBe('');
});

test('lines and gaps of a message become one line', () => {
  expect(marked('Первая\n\n  вторая', 'вторая')).toBe('Первая [вторая]');
});
