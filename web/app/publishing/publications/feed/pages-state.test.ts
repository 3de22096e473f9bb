import { expect, test } from 'vitest';
import { publicationOf } from '../../../../test/sample-publication.ts';
import { addAhead, isAtEnd, removePublications, replacePublication, showAhead, startPages } from './pages-state.ts';

const part = (ids: readonly number[], next: string | null) => ({
  list: ids.map((id) => publicationOf(id)),
  next,
  cursors: ids.map((id) => `${id}.${id}`),
});
const shown = ({ shown }: ReturnType<typeof startPages>) => shown.map(({ publication }) => publication.publish_id);

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
  const liked = replacePublication(state, publicationOf(8, { liked: 1 }));
  expect(liked.shown[1]?.publication.liked).toBe(1);
  expect(shown(removePublications(liked, ({ publish_id }) => publish_id === 9))).toEqual([8]);
});
