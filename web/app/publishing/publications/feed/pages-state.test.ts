import { expect, test } from 'vitest';
import { publicationOf } from '../../../../test/sample-publication.ts';
import {
  addAhead,
  changePublication,
  findBorder,
  isAtEnd,
  removePublications,
  showAhead,
  startPages,
} from './pages-state.ts';

const part = (ids: readonly number[], next: string | null) => ({
  list: ids.map((id) => publicationOf(id)),
  next,
  cursors: ids.map((id) => `${id}.${id}`),
});
const shown = ({ shown }: ReturnType<typeof startPages>) => shown.map(({ publication }) => publication?.publish_id);

test('what is fetched ahead is shown only when the end comes near', () => {
  const state = addAhead(startPages(part([9, 8], '8.8')), part([7, 6], '6.6'));
  expect(shown(state)).toEqual([9, 8]);
  expect(shown(showAhead(state))).toEqual([9, 8, 7, 6]);
  expect(showAhead(state).shown.at(-1)?.cursor).toBe('6.6');
});

test('nothing stands there twice', () => {
  const state = addAhead(startPages(part([9, 8], '8.8')), part([8, 7], null));
  expect(shown(showAhead(state))).toEqual([9, 8, 7]);
});

test('the end is where neither more is known of nor anything waits to be shown', () => {
  const state = addAhead(startPages(part([9], '9.9')), part([8], null));
  expect(isAtEnd(state)).toBe(false);
  expect(isAtEnd(showAhead(state))).toBe(true);
  expect(isAtEnd(startPages(part([], null)))).toBe(true);
});

test('a changed publication stays in its place, and a deleted one goes', () => {
  const state = startPages(part([9, 8], null));
  const liked = changePublication(state, 8, { liked: 1 });
  expect(liked.shown[1]?.publication).toEqual(publicationOf(8, { liked: 1 }));
  expect(shown(removePublications(liked, ({ publish_id }) => publish_id === 9))).toEqual([8]);
});

test('the border stands above the first publication at or below it, unless nothing is above', () => {
  const opened = { ...part([9, 8, 7], null), border: '8.8' };
  expect(findBorder(startPages(opened))).toBe('publication 8');
  expect(findBorder(startPages({ ...opened, border: '8.9' }))).toBe('publication 8');
  expect(findBorder(startPages({ ...opened, border: '9.9' }))).toBeNull();
  expect(findBorder(startPages({ ...opened, border: '9.9', newer: 3 }))).toBe('publication 9');
  expect(findBorder(startPages({ ...opened, border: '1.1' }))).toBeNull();
  expect(findBorder(startPages(part([9], null)))).toBeNull();
});
