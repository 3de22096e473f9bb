import { expect, test } from 'vitest';
import { messageOf } from '../../../../../test/sample-message.ts';
import {
  EMPTY_OUTBOX,
  type OutboxEffect,
  type OutboxEvent,
  type OutboxState,
  outgoingOfUser,
  reduceOutbox,
} from './outbox-state.ts';
import type { StoredFile, StoredMessage } from './outbox-store.ts';

const PHOTO: StoredFile = {
  key: 'photo',
  uploadKey: 'upload',
  name: 'boat.png',
  kind: 'image',
  bytes: 100,
  width: 0,
  height: 0,
  durationMs: 0,
  waveform: [],
  isMeasured: true,
  state: 'waiting',
  id: null,
  failure: '',
};
const itemOf = (key: string, change: Partial<StoredMessage> = {}): StoredMessage => ({
  n: 1,
  key,
  userId: 2,
  content: key,
  files: [],
  replyTo: null,
  silent: false,
  createdAt: 0,
  state: 'waiting',
  failure: '',
  isSecondUpload: false,
  ...change,
});
const stored = (found: StoredMessage, isFleeting = false): OutboxEvent => ({
  is: 'stored',
  key: found.key,
  found,
  isFleeting,
});
const gone = (key: string): OutboxEvent => ({ is: 'stored', key, found: undefined, isFleeting: false });
const sent = (key: string): OutboxEvent => ({ is: 'sent', key, userId: 2, message: messageOf(1) });

/** Applies the events in their order; the effects are those of the last one. */
function run(...events: OutboxEvent[]): { state: OutboxState; effects: readonly OutboxEffect[] } {
  let outcome: { state: OutboxState; effects: readonly OutboxEffect[] } = { state: EMPTY_OUTBOX, effects: [] };
  for (const event of events) outcome = reduceOutbox(outcome.state, event);
  return outcome;
}
const keysOf = (...events: OutboxEvent[]) => outgoingOfUser(run(...events).state, 2).map(({ key }) => key);

test('messages stand in the order of sending, those of the page alone last', () => {
  const other = itemOf('other', { userId: 3 });
  expect(
    keysOf(stored(itemOf('page'), true), stored(itemOf('b', { n: 2 })), stored(itemOf('a')), stored(other)),
  ).toEqual(['a', 'b', 'page']);
});

test('a message that left its store disappears, unless it was sent', () => {
  expect(keysOf(stored(itemOf('a')), gone('a'))).toEqual([]);
  expect(keysOf(stored(itemOf('a')), sent('a'), gone('a'))).toEqual(['a']);
  expect(run(stored(itemOf('a')), gone('a')).state.known.has('a')).toBe(true);
});

test('a sent message is shown until the thread shows it, or for a while', () => {
  expect(run(stored(itemOf('a')), sent('a')).effects).toEqual([
    { do: 'startTimer', key: 'a', event: 'sentTimedOut', ms: 30_000 },
    { do: 'reportSent', userId: 2, message: messageOf(1) },
  ]);
  const shown = run(stored(itemOf('a')), sent('a'), { is: 'shown', key: 'a' });
  expect(shown.effects).toEqual([{ do: 'removeLater', key: 'a' }]);
  expect(keysOf(stored(itemOf('a')), sent('a'), { is: 'sentTimedOut', key: 'a' })).toEqual([]);
});

test('a message that the socket confirmed waits for its response once', () => {
  const confirmed: OutboxEvent = { is: 'confirmed', key: 'a' };
  const timedOut: OutboxEvent = { is: 'confirmTimedOut', key: 'a' };
  const first = run(stored(itemOf('a')), confirmed);
  expect(first.effects).toEqual([{ do: 'startTimer', key: 'a', event: 'confirmTimedOut', ms: 3000 }]);
  expect(run(stored(itemOf('a')), confirmed, { is: 'shown', key: 'a' }).effects).toEqual([]);
  expect(run(stored(itemOf('a')), confirmed, timedOut).effects).toEqual([{ do: 'removeStored', key: 'a' }]);
  expect(run(stored(itemOf('a')), confirmed, sent('a'), timedOut).effects).toEqual([]);
});

test('progress shows while the message is sent and is forgotten afterwards', () => {
  const progress: OutboxEvent = { is: 'progress', key: 'a', fileKey: 'photo', sentBytes: 40 };
  const events = [
    stored(itemOf('a', { files: [PHOTO] })),
    { is: 'sending', key: 'a', isSending: true } as const,
    progress,
  ];
  const [outgoing] = outgoingOfUser(run(...events).state, 2);
  expect(outgoing).toMatchObject({ state: 'sending', files: [{ state: 'uploading', sentBytes: 40 }] });
  const [waiting] = outgoingOfUser(run(...events, { is: 'sending', key: 'a', isSending: false }).state, 2);
  expect(waiting).toMatchObject({ state: 'waiting', files: [{ state: 'waiting', sentBytes: 0 }] });
});

test('a change of one message leaves the others as the same objects', () => {
  const before = run(stored(itemOf('a')), stored(itemOf('b', { n: 2 }))).state;
  const { state } = reduceOutbox(before, { is: 'sending', key: 'a', isSending: true });
  expect(outgoingOfUser(state, 2)[1]).toBe(outgoingOfUser(before, 2)[1]);
  expect(outgoingOfUser(state, 2)[0]).not.toBe(outgoingOfUser(before, 2)[0]);
});

test('previews are released with their message', () => {
  const preview: OutboxEvent = { is: 'previewed', key: 'a', fileKey: 'photo', url: 'blob:1' };
  const item = stored(itemOf('a', { files: [PHOTO] }));
  expect(run(item).effects[0]).toEqual({ do: 'createPreviews', key: 'a' });
  expect(outgoingOfUser(run(item, preview).state, 2)[0]?.files[0]?.previewUrl).toBe('blob:1');
  expect(run(item, preview, { is: 'removed', key: 'a' }).effects[0]).toEqual({
    do: 'revokePreviews',
    urls: ['blob:1'],
  });
});

test('a failure is reported once', () => {
  const failed = stored(itemOf('a', { state: 'failed', failure: 'blocked' }));
  expect(run(stored(itemOf('a')), failed).effects).toContainEqual({ do: 'reportFailed' });
  expect(run(stored(itemOf('a')), failed, failed).effects).not.toContainEqual({ do: 'reportFailed' });
});

test('a follower takes over from a leader that leaves five ticks unanswered', () => {
  const second: OutboxEvent = { is: 'secondPassed', isFollower: true };
  const four = [stored(itemOf('a')), second, second, second, second];
  expect(run(...four).effects).toEqual([{ do: 'askLeader' }]);
  expect(run(...four, second).effects).toEqual([{ do: 'takeOver' }]);
  expect(run(...four, { is: 'leaderAnswered' }, second).effects).toEqual([{ do: 'askLeader' }]);
  expect(run(...four, sent('a'), second).effects).toEqual([]);
  expect(run(stored(itemOf('a')), { is: 'secondPassed', isFollower: false }).effects).toEqual([]);
});
