import { expect, test } from 'vitest';
import { otherLayout } from './keyboards.ts';
import { parseSearch, searchWords, tellingOf } from './parse-search.ts';

test.each([
  ['Диван угловой', ['диван', 'угловой']],
  ['  ЁЛКА, ёлки!  ', ['елка', 'елки']],
  ['шкаф-купе б/у', ['шкаф', 'купе', 'б', 'у']],
  ['iPhone15 Pro', ['iphone15', 'pro']],
  ["'; drop table ads; --", ['drop', 'table', 'ads']],
  ['!диван & (кресло | стол) <-> :*', ['диван', 'кресло', 'стол']],
  ['диван Диван ДИВАН', ['диван']],
  ['\\"\'%_', []],
  ['한국어 자전거', ['한국어', '자전거']],
  ['и\u0306од', ['йод']],
  ['🚲', []],
])('of %j search takes the words %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words);
});

test('the last word may be unfinished, the others are whole', () => {
  expect(parseSearch('стол детский го')).toEqual({
    words: "'стол' & 'детский'",
    last: "'го'",
    beginnings: "'го':*",
  });
  expect(parseSearch('комод')).toEqual({ words: '', last: "'комод'", beginnings: "'комод':*" });
});

test('words of the deal are left out, unless there are no others', () => {
  const telling = (typed: string) => {
    const terms = parseSearch(typed);
    return terms && tellingOf(terms);
  };
  expect(telling('продам диван угловой')).toEqual(parseSearch('диван угловой'));
  expect(telling('диван недорого')).toEqual({ words: '', last: "'диван'", beginnings: "'диван'" });
  expect(telling('новый диван')).toEqual(parseSearch('новый диван'));
  expect(telling('куплю недорого')).toEqual(parseSearch('куплю недорого'));
});

test('nothing but signs and spaces is no search', () => {
  for (const typed of [undefined, '', '  ', '...', '&|!():*']) expect(parseSearch(typed)).toBeUndefined();
});

test('a novel is cut to a few words of sensible length', () => {
  expect(searchWords('слово '.repeat(40) + Array.from({ length: 40 }, (_, i) => `в${i}`).join(' '))).toHaveLength(8);
  expect(searchWords('я'.repeat(200))).toEqual(['я'.repeat(40)]);
});

test.each([
  ['lbdfy', 'диван'],
  ['dtkjcbgtl', 'велосипед'],
  ['руддщ', 'hello'],
  ['Lbdfy', 'диван'],
  ['диван ikea', undefined],
  ['12345', undefined],
])('typed under the other keyboard layout %j means %j', (typed, meant) => {
  expect(otherLayout(typed)).toBe(meant);
});
