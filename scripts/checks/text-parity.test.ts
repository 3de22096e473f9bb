import { expect, test } from 'vitest';
import { compareTexts } from './text-parity.ts';

test('a missing, an extra, an empty text and other placeholders are named', () => {
  const russian = {
    a: 'Да',
    b: 'Ещё {count, plural, one {# раз} few {# раза} other {# раз {x}}}',
    c: 'Привет, {name}',
    d: 'Нет',
  };
  const english = { b: '{count, plural, one {once} other {# times {x}}}', c: 'Hello', d: '', e: 'extra' };
  expect(compareTexts(russian, english)).toEqual([
    'a is missing',
    'e is not in Russian',
    'c has other placeholders',
    'd is empty',
  ]);
});
