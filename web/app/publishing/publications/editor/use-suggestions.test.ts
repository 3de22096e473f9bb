import { expect, test } from 'vitest';
import { complete, startedAt } from './use-suggestions.ts';

const at = (marked: string) => startedAt(marked.replace('|', ''), marked.indexOf('|'));

test('a tag or a person that is begun at the caret is recognised', () => {
  expect(at('Обжиг #кер|')).toEqual({ sign: '#', typed: 'кер', from: 6 });
  expect(at('с @ann|')).toEqual({ sign: '@', typed: 'ann', from: 2 });
  expect(at('#кер| и дальше')).toEqual({ sign: '#', typed: 'кер', from: 0 });
});

test('mail addresses, numbers of houses and finished words are none', () => {
  expect(at('anna@exam|')).toBeNull();
  expect(at('дом #|')).toBeNull();
  expect(at('#керамика |')).toBeNull();
  expect(at('##кер|')).toBeNull();
});

test('what is taken replaces what was begun, and the caret stands behind it', () => {
  const started = { sign: '#', typed: 'кер', from: 6 } as const;
  expect(complete('Обжиг #кер', started, 'керамика')).toEqual({ text: 'Обжиг #керамика ', caret: 16 });
  expect(complete('Обжиг #кер и глазурь', started, 'керамика')).toEqual({
    text: 'Обжиг #керамика и глазурь',
    caret: 16,
  });
});
