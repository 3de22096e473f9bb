import { expect, test } from 'vitest';
import { sampleMessage, sampleStream } from '../../../test/sample-stream.ts';
import { addOlder, applyStreamEvent, countNewReactions, createStreamState } from './stream-state.ts';

const start = (chat = { list: [sampleMessage(3), sampleMessage(2)], total: 3 }) =>
  createStreamState(sampleStream(), chat);
const idsOf = ({ messages }: ReturnType<typeof start>) => messages.map(({ id }) => id);

test('messages stand in their order, whichever way they come, and once', () => {
  let state = start();
  expect(idsOf(state)).toEqual([2, 3]);
  const { mine: _, ...said } = sampleMessage(5, { user_id: 9 });
  state = applyStreamEvent(state, { type: 'chat', ...said, mine: 0 }, 9);
  state = applyStreamEvent(state, { type: 'chat', ...said, mine: 0 }, 9);
  expect(idsOf(state)).toEqual([2, 3, 5]);
  expect(state.messages.at(-1)?.mine).toBe(1);
  expect(state.hasOlder).toBe(true);
  state = addOlder(state, { list: [sampleMessage(1)], total: 4 });
  expect(idsOf(state)).toEqual([1, 2, 3, 5]);
  expect(state.hasOlder).toBe(false);
});

test('a message that is deleted leaves', () => {
  expect(idsOf(applyStreamEvent(start(), { type: 'chat_deleted', id: 2 }, undefined))).toEqual([3]);
});

test('whoever is told not to write knows it, and whoever streams knows it of everybody', () => {
  const muted = { type: 'muted', user_id: 5, muted: 1 } as const;
  expect(applyStreamEvent(start(), muted, 5).stream.muted).toBe(1);
  const seenByHost = applyStreamEvent(start(), muted, 2);
  expect(seenByHost.stream.muted).toBe(0);
  expect([...seenByHost.muted]).toEqual([5]);
  expect([...applyStreamEvent(seenByHost, { ...muted, muted: 0 }, 2).muted]).toEqual([]);
});

test('the state, the viewers, the slowness and the pins follow what is told', () => {
  let state = start();
  state = applyStreamEvent(
    state,
    {
      type: 'state',
      state: 'lost',
      is_active: 1,
      theme: 'Другая тема',
      started_at: null,
      lost_until: '2026-11-22T10:02:00.000Z',
      hls: null,
    },
    undefined,
  );
  state = applyStreamEvent(state, { type: 'viewers', count: 40 }, undefined);
  state = applyStreamEvent(state, { type: 'slow', seconds: 10 }, undefined);
  state = applyStreamEvent(state, { type: 'pins', board_ids: [4, 1] }, undefined);
  expect(state.stream).toMatchObject({
    state: 'lost',
    theme: 'Другая тема',
    viewers: 40,
    slow_seconds: 10,
    board_ids: [4, 1],
  });
  expect(state.stream).not.toHaveProperty('type');
});

test('of the reactions that come in, those given here are not shown a second time', () => {
  const none = sampleStream().reactions;
  const first = countNewReactions(none, { ...none, heart: 5, fire: 1 }, { heart: 2 });
  expect(first.fresh).toEqual({ heart: 3, fire: 1 });
  expect(first.own.heart).toBe(0);
  const early = countNewReactions(none, { ...none, heart: 1 }, { heart: 3 });
  expect(early.fresh).toEqual({});
  expect(early.own.heart).toBe(2);
});
