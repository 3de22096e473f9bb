import { expect, test } from 'vitest';
import { chatOf, messageOf, NO_COUNTS } from '../../../../../test/sample-message.ts';
import type { ThreadEvent } from '../chat-events.ts';
import { NEW_THREAD, reduceThread, type ThreadEffect, type ThreadState, type ThreadStep } from './thread-state.ts';

const page = (...seqs: number[]) => ({ list: seqs.map((seq) => messageOf(seq)), chat: chatOf(Math.max(...seqs)) });
const came = (seq: number): ThreadStep => ({ type: 'event', event: eventOf(seq) });
const eventOf = (seq: number): ThreadEvent => ({
  type: 'chat_message',
  user_id: 2,
  message: messageOf(seq),
  chat: chatOf(seq),
  counts: NO_COUNTS,
});
const SEEDED: ThreadStep = { type: 'seeded', page: { ...page(1, 2), total: 2 } };

/** Applies the steps in their order; the effects are those of the last one. */
function run(...steps: ThreadStep[]): { state: ThreadState; effects: readonly ThreadEffect[] } {
  let outcome: { state: ThreadState; effects: readonly ThreadEffect[] } = { state: NEW_THREAD, effects: [] };
  for (const step of steps) outcome = reduceThread(outcome.state, step);
  return outcome;
}
const seqsOf = (...steps: ThreadStep[]) => run(...steps).state.window.messages.map(({ seq }) => seq);

test('a thread is read once when it opens, and not at all when its page was rendered', () => {
  expect(run({ type: 'opened' }).effects).toEqual([{ do: 'read', read: 'first' }]);
  expect(run({ type: 'opened' }, { type: 'opened' }).effects).toEqual([]);
  expect(run(SEEDED, { type: 'opened' }).effects).toEqual([]);
});

test('a message that is ahead of its predecessor waits for it, then for a read', () => {
  const gap = run(SEEDED, came(4));
  expect(gap.state.window.messages).toHaveLength(2);
  expect(gap.effects).toContainEqual({ do: 'startTimer', timer: 'gap', ms: 300 });
  expect(run(SEEDED, came(4), came(5)).effects).not.toContainEqual({ do: 'startTimer', timer: 'gap', ms: 300 });
  expect(seqsOf(SEEDED, came(4), came(3))).toEqual([1, 2, 3, 4]);
  expect(run(SEEDED, came(4), came(3)).effects).toContainEqual({ do: 'stopTimer', timer: 'gap' });
  const timeout: ThreadStep = { type: 'timeout', timer: 'gap' };
  expect(run(SEEDED, came(4), timeout).effects).toContainEqual({ do: 'read', read: 'gap' });
  expect(run(SEEDED, came(4), came(3), timeout).effects).not.toContainEqual({ do: 'read', read: 'gap' });
});

test('events that arrive during a read are applied again after its page', () => {
  const steps: ThreadStep[] = [SEEDED, { type: 'readQueued' }, { type: 'readStarted' }, came(3)];
  const stale: ThreadStep = { type: 'newestRead', page: page(1, 2) };
  expect(seqsOf(...steps)).toEqual([1, 2, 3]);
  expect(seqsOf(...steps, stale)).toEqual([1, 2]);
  expect(seqsOf(...steps, stale, { type: 'readEnded' })).toEqual([1, 2, 3]);
});

test('the same direction is read once at a time', () => {
  const window = { ...run(SEEDED).state.window, hasOlder: true, hasNewer: true };
  const state = { ...run(SEEDED).state, window };
  const first = reduceThread(state, { type: 'wanted', read: 'older' });
  expect(first.effects).toEqual([{ do: 'read', read: 'older' }]);
  expect(reduceThread(first.state, { type: 'wanted', read: 'older' }).effects).toEqual([]);
  const done = reduceThread(first.state, { type: 'readSettled', read: 'older', isFailed: false });
  expect(reduceThread(done.state, { type: 'wanted', read: 'older' }).effects).toEqual([{ do: 'read', read: 'older' }]);
});

test('a failed read is repeated ever later, and a page resets the delay', () => {
  const failed: ThreadStep = { type: 'readSettled', read: 'first', isFailed: true };
  expect(run({ type: 'opened' }, failed).state.state).toBe('failed');
  expect(run({ type: 'opened' }, failed).effects.at(-1)).toEqual({ do: 'startTimer', timer: 'retry', ms: 1000 });
  expect(run({ type: 'opened' }, failed, failed).effects.at(-1)).toEqual({
    do: 'startTimer',
    timer: 'retry',
    ms: 2000,
  });
  const read: ThreadStep = { type: 'pageRead', chat: null };
  expect(run({ type: 'opened' }, failed, read, failed).effects.at(-1)).toEqual({
    do: 'startTimer',
    timer: 'retry',
    ms: 1000,
  });
});

test('a doubt during a refresh causes one more', () => {
  const refreshed: ThreadStep = { type: 'readSettled', read: 'refresh', isFailed: false };
  const refresh: ThreadEffect = { do: 'read', read: 'refresh' };
  expect(run(SEEDED, { type: 'missed' }).effects).toContainEqual(refresh);
  expect(run(SEEDED, { type: 'missed' }, { type: 'missed' }).effects).not.toContainEqual(refresh);
  expect(run(SEEDED, { type: 'missed' }, { type: 'missed' }, refreshed).effects).toContainEqual(refresh);
  expect(run(SEEDED, { type: 'missed' }, refreshed).effects).toEqual([]);
});

test('an event shows the quoted message as it is now', () => {
  const reply = { id: 1001, user_id: 2, name: '', content: 'old', kind: 'text' } as const;
  const quoting = { ...page(1), list: [messageOf(1), messageOf(2, { reply })] };
  const event: ThreadEvent = {
    type: 'chat_changed',
    user_id: 2,
    message: messageOf(1, { content: 'new' }),
    chat: chatOf(2),
    counts: NO_COUNTS,
  };
  const { state } = run({ type: 'seeded', page: { ...quoting, total: 2 } }, { type: 'event', event });
  expect(state.window.messages[1]?.reply?.content).toBe('new');
});

test('the answer to sending, when it comes last, does not undo what the socket told since', () => {
  const link_card = { url: '', host: '', title: 'Лодка', description: '', site_name: '', photo: null };
  const told = { user_id: 2, chat: chatOf(3), counts: NO_COUNTS };
  const { state } = run(
    SEEDED,
    { type: 'event', event: { type: 'chat_message', message: messageOf(3), ...told } },
    { type: 'event', event: { type: 'chat_changed', message: messageOf(3, { link_card }), ...told } },
    { type: 'event', event: { type: 'local_sent', user_id: 2, message: messageOf(3) } },
  );
  expect(state.window.messages.at(-1)).toMatchObject({ seq: 3, link_card });
});
