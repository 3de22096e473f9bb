import type { Board } from '@app/contract/market/ads';
import { PROMOTED_ONE_OF } from '@app/contract/market/promotion';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromotedAd } from './promoted-ads.public.ts';
import { placePromoted, placesOn, rotatePromoted, slicePage } from './promoted-places.ts';

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

test('three raised ads stand before every four others, and the page is as long as ever', () => {
  const promoted = new Map([1, 2, 3].map((id) => [id, ad(id, true, false)]));
  const boards = placePromoted(twelve, [board(1), board(2), board(3)], promoted, at(0), 12);
  expect(ids(boards)).toEqual([1, 100, 101, 102, 103, 2, 104, 105, 106, 107, 3, 108]);
  expect(promotedIds(boards)).toEqual([1, 2, 3]);
});

test('a raised ad that stands on the page anyway moves up and is there once', () => {
  const promoted = new Map([[107, ad(107, true, false)]]);
  const boards = placePromoted(twelve, [board(107)], promoted, at(0), 12);
  expect(ids(boards)).toEqual([107, 100, 101, 102, 103, 104, 105, 106, 108, 109, 110, 111]);
});

test('a highlighted ad stays where it is and says that it is promoted', () => {
  const promoted = new Map([[105, ad(105, false, true)]]);
  const boards = placePromoted(twelve, [], promoted, at(0), 12);
  expect(ids(boards)).toEqual(ids(twelve));
  expect(boards[5]?.board_promotion).toEqual({ highlight: 1 });
});

test('an empty page stays empty', () => {
  expect(placePromoted([], [board(1)], new Map([[1, ad(1, true, false)]]), at(0), 12)).toEqual([]);
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
        const size = 40;
        const boards = placePromoted(page.map(board), raised.map(board), promoted, at(minute), size);
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
    rotatePromoted(line, at(1000 + minute), places).forEach((id, place) => {
      stood.set(`${id} ${place}`, (stood.get(`${id} ${place}`) ?? 0) + 1);
    });
  }
  expect(stood.size).toBe(line.length * places);
  expect([...stood.values()].every((times) => times === 1)).toBe(true);
});

test('whatever the minute, the line has everybody once, in the order of the line from where it stands', () => {
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.nat({ max: 100 }), fc.integer({ min: 1, max: 5 }), (length, minute, places) => {
      const line = Array.from({ length }, (_, i) => i);
      const first = length === 0 ? 0 : minute % length;
      const turned = [...line.slice(first), ...line.slice(0, first)];
      expect(rotatePromoted(line, at(minute))).toEqual(turned);
      expect(rotatePromoted(line, new Date((minute + 1) * MINUTE - 1), places)).toEqual(turned.slice(0, places));
    }),
  );
});

/** One page of a list of ids from 1, as the service puts it together. */
function readPage(length: number, promoted: ReadonlyMap<number, PromotedAd>, minute: number, page: number, size = 12) {
  const list = Array.from({ length }, (_, i) => i + 1);
  const line = [...promoted.values()].filter((one) => one.isRaised).map(({ adId }) => adId);
  const queue = rotatePromoted(line, at(minute));
  const ranks = new Map([...promoted.keys()].map((id) => [id - 1, id] as const).filter(([rank]) => rank < page * size));
  const slice = slicePage({ queue, ranks, promoted, now: at(minute), page, size });
  const left = list.slice(slice.start, slice.end).filter((id) => !slice.shown.has(id));
  return placePromoted(left.map(board), slice.raised.map(board), promoted, at(minute), size);
}

test('whatever is promoted, the pages together have every ad once, and each but the last is full', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 100 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 30 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 10 }),
      fc.nat({ max: 50 }),
      (length, raised, highlighted, minute) => {
        const ofList = [...new Set([...raised, ...highlighted])].filter((id) => id <= length);
        const promoted = new Map(
          ofList.map((id) => [id, ad(id, raised.includes(id), highlighted.includes(id))] as const),
        );
        const count = Math.ceil(length / 12);
        const pages = Array.from({ length: count }, (_, i) => ids(readPage(length, promoted, minute, i + 1)));
        expect(pages.slice(0, -1).every((page) => page.length === 12)).toBe(true);
        expect(pages.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, i) => i + 1));
        expect(readPage(length, promoted, minute, count + 1)).toEqual([]);
      },
    ),
  );
});

test('the last page of a million ads has what the pages before it left', () => {
  const promoted = new Map([1_000_000, 500_000, 7].map((id) => [id, ad(id, true, false)] as const));
  const page = readPage(1_000_000, promoted, 0, 83_334);
  expect(ids(page)).toEqual([999_996, 999_997, 999_998, 999_999]);
});

test('a highlighted ad and more raised ones than there are places take turns', () => {
  const raised = [1, 2, 3];
  const promoted = new Map([...raised.map((id) => [id, ad(id, true, false)] as const), [102, ad(102, false, true)]]);
  const seen = [0, 1, 2, 3].map((minute) =>
    promotedIds(placePromoted(twelve, raised.map(board), promoted, at(minute), 12)),
  );
  expect(seen.some((page) => page.includes(102))).toBe(true);
  expect(seen.every((page) => page.length >= 2)).toBe(true);
});
