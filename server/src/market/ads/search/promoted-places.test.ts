import type { Board } from '@app/contract/market/ads';
import { PROMOTED_ONE_OF } from '@app/contract/market/promotion';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromotedAd } from '../promoted-ads.public.ts';
import { placePromoted, placesOn, rotatePromoted } from './promoted-places.ts';

const MINUTE = 60_000;
const at = (minute: number): Date => new Date(minute * MINUTE);
const board = (board_id: number) => ({ board_id }) as Board;
const ad = (adId: number, isRaised: boolean, isHighlighted: boolean): PromotedAd => ({
  adId,
  categoryId: null,
  countryId: null,
  cityId: null,
  isRaised,
  isHighlighted,
  advert: null,
});
const ids = (boards: readonly Board[]): number[] => boards.map(({ board_id }) => board_id);
const promotedIds = (boards: readonly Board[]): number[] => ids(boards.filter((one) => one.board_promotion));

const twelve = Array.from({ length: 12 }, (_, i) => board(100 + i));

test('three raised ads stand before every four others', () => {
  const promoted = new Map([1, 2, 3].map((id) => [id, ad(id, true, false)]));
  const boards = placePromoted(twelve, [board(1), board(2), board(3)], promoted, at(0));
  expect(ids(boards)).toEqual([1, 100, 101, 102, 103, 2, 104, 105, 106, 107, 3, 108, 109, 110, 111]);
  expect(promotedIds(boards)).toEqual([1, 2, 3]);
});

test('a raised ad that stands on the page anyway moves up and is there once', () => {
  const promoted = new Map([[107, ad(107, true, false)]]);
  const boards = placePromoted(twelve, [board(107)], promoted, at(0));
  expect(ids(boards)).toEqual([107, 100, 101, 102, 103, 104, 105, 106, 108, 109, 110, 111]);
});

test('a highlighted ad stays where it is and says that it is promoted', () => {
  const promoted = new Map([[105, ad(105, false, true)]]);
  const boards = placePromoted(twelve, [], promoted, at(0));
  expect(ids(boards)).toEqual(ids(twelve));
  expect(boards[5]?.board_promotion).toEqual({ highlight: 1 });
});

test('an empty page stays empty', () => {
  expect(placePromoted([], [board(1)], new Map([[1, ad(1, true, false)]]), at(0))).toEqual([]);
});

test('whatever is promoted, a page keeps its ads once and in order, and one of five in a row is promoted at most', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 24 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }),
      fc.nat({ max: 50 }),
      (page, raised, highlighted, minute) => {
        const all = new Set([...raised, ...highlighted]);
        const promoted = new Map(
          [...all].map((id) => [id, ad(id, raised.includes(id), highlighted.includes(id))] as const),
        );
        const boards = placePromoted(page.map(board), raised.map(board), promoted, at(minute));
        const shown = ids(boards);
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown.filter((id) => page.includes(id) && !raised.includes(id))).toEqual(
          page.filter((id) => !raised.includes(id)),
        );
        expect(page.every((id) => shown.includes(id))).toBe(true);
        expect(shown.every((id) => page.includes(id) || raised.includes(id))).toBe(true);
        const places = boards.flatMap((one, place) => (one.board_promotion ? [place] : []));
        expect(places.every((place, i) => i === 0 || place - (places[i - 1] ?? 0) >= PROMOTED_ONE_OF)).toBe(true);
      },
    ),
  );
});

test('in as many minutes as there are raised ads each has stood in every place once', () => {
  const line = [11, 22, 33, 44, 55, 66, 77];
  const places = placesOn(12);
  const stood = new Map<string, number>();
  for (let minute = 0; minute < line.length; minute += 1) {
    rotatePromoted(line, at(1000 + minute), 1, places).forEach((id, place) => {
      stood.set(`${id} ${place}`, (stood.get(`${id} ${place}`) ?? 0) + 1);
    });
  }
  expect(stood.size).toBe(line.length * places);
  expect([...stood.values()].every((times) => times === 1)).toBe(true);
});

test('within a minute pages go on where the one before ended, and nobody comes twice', () => {
  const line = [1, 2, 3, 4, 5, 6, 7];
  const pages = [1, 2, 3, 4].map((page) => rotatePromoted(line, new Date(5 * MINUTE + 59_999), page, 3));
  expect(pages).toEqual([1, 2, 3, 4].map((page) => rotatePromoted(line, at(5), page, 3)));
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0]);
  expect(pages.flat().sort()).toEqual(line);
});

test('whatever the minute, the pages of a line together have everybody once, in the order of the line from where it stands', () => {
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.nat({ max: 100 }), fc.integer({ min: 1, max: 5 }), (length, minute, places) => {
      const line = Array.from({ length }, (_, i) => i);
      const first = length === 0 ? 0 : minute % length;
      const pages = Array.from({ length: length + 2 }, (_, i) => rotatePromoted(line, at(minute), i + 1, places));
      expect(pages.flat()).toEqual([...line.slice(first), ...line.slice(0, first)]);
      expect(pages.every((page) => page.length <= places)).toBe(true);
    }),
  );
});

test('a highlighted ad and more raised ones than there are places take turns', () => {
  const raised = [1, 2, 3];
  const promoted = new Map([...raised.map((id) => [id, ad(id, true, false)] as const), [102, ad(102, false, true)]]);
  const seen = [0, 1, 2, 3].map((minute) =>
    promotedIds(placePromoted(twelve, raised.map(board), promoted, at(minute))),
  );
  expect(seen.some((page) => page.includes(102))).toBe(true);
  expect(seen.every((page) => page.length >= 2)).toBe(true);
});
