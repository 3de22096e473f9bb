import type { Board } from '@app/contract/market/ads';
import { expect, test } from 'vitest';
import { findConflicts, mergeFields } from './ad-conflict.ts';
import { EMPTY_AD } from './draft/ad-draft.ts';

const base = { ...EMPTY_AD, board_title: 'Стол', board_price: '100', country: '1', city: '5' };

test('only what was changed elsewhere and stands differently here has to be decided', () => {
  const mine = { ...base, board_title: 'Стол дубовый', board_price: '120' };
  const theirs = { ...base, board_title: 'Стол письменный', city: '6', board_price: '120' };
  expect(findConflicts(base, mine, theirs, [])).toEqual([
    { group: 'board_title', isMineChanged: true },
    { group: 'place', isMineChanged: false },
  ]);
});

test('the same change made twice is no disagreement', () => {
  const both = { ...base, board_description: 'Новый' };
  expect(findConflicts(base, both, both, [])).toEqual([]);
});

test('what is not chosen stays as it was typed', () => {
  const mine = { ...base, board_title: 'Мой', board_price: '120' };
  const theirs = {
    board_title: 'Их',
    board_description: '',
    board_price: 90,
    category: null,
    country: { id: 1 },
    city: { id: 6 },
    board_district: 'Центр',
    board_attributes: [],
    board_comments_by: 'all',
    board_enabled: 1,
  } as unknown as Board;
  const merged = mergeFields(mine, theirs, { board_title: 'mine', place: 'theirs' });
  expect(merged).toMatchObject({ board_title: 'Мой', board_price: '120', city: '6', board_district: 'Центр' });
});
