import type { EnterCallEvent } from '@app/contract/messaging/calls';
import { expect, test } from 'vitest';
import { callOf, callRingOf, IGOR, ME, person, ROOM, running } from '../../../test/call-scene.ts';
import { NO_LOCAL_MEDIA } from '../../live/media-rooms/local-media.ts';
import { type CallsEffect, type CallsEvent, type CallsState, NO_CALLS, reduceCalls } from './call-state.ts';
import { NO_MEDIA } from './media/call-media.ts';

const NOW = 1_700_000_000_000;
const ring = () => ({ ...callRingOf(), rings_until: new Date(NOW + 45_000).toISOString() });

/** Applies the events in their order; the effects are those of the last one. */
function run(...events: CallsEvent[]): { state: CallsState; effects: readonly CallsEffect[] } {
  let outcome: { state: CallsState; effects: readonly CallsEffect[] } = { state: NO_CALLS, effects: [] };
  for (const event of events) outcome = reduceCalls(outcome.state, event, { viewerId: ME, now: NOW });
  return outcome;
}
const inRoom = (event: EnterCallEvent): CallsEvent => ({ type: 'room', room: ROOM, event });
const START: CallsEvent = { type: 'start', userIds: [IGOR], video: true };
const STARTED: CallsEvent = { type: 'started', callNumber: 1, room: ROOM, call: callOf() };
const RUNNING = inRoom({ type: 'state', call: running() });
const RING: CallsEvent = { type: 'notification', event: { type: 'init', ...ring() } };
const actor = (user_id: number) => ({ user_id, firstname: 'Игорь', lastname: '', timestamp: '' });

test('starting a call opens the devices and asks the server', () => {
  const { state, effects } = run(START);
  expect(state.running).toMatchObject({ phase: 'starting', room: '' });
  expect(effects).toContainEqual({ do: 'openMedia', microphone: true, camera: true });
  expect(effects.at(-1)).toEqual({
    do: 'requestStart',
    callNumber: 1,
    userIds: [IGOR],
    video: true,
    adId: undefined,
  });
});

test('a created call connects and plays the ringtone until somebody accepts', () => {
  const started = run(START, STARTED);
  expect(started.state.running).toMatchObject({ phase: 'ringing', room: ROOM });
  expect(started.effects).toEqual([
    { do: 'saveSnapshot', snapshot: { room: ROOM, microphone: false, camera: false } },
    { do: 'postToTabs', message: { is: 'running', room: ROOM } },
    { do: 'connect', room: ROOM, entryType: 'init' },
    { do: 'startRingtone', kind: 'outgoing' },
  ]);
  const accepted = run(START, STARTED, RUNNING);
  expect(accepted.state.running?.phase).toBe('connecting');
  expect(accepted.effects).toEqual([{ do: 'stopRingtone' }]);
  const connected = run(START, STARTED, RUNNING, { type: 'mediaChanged', view: { ...NO_MEDIA, state: 'connected' } });
  expect(connected.state.running?.phase).toBe('running');
});

test('the answer of an earlier call changes nothing; a call created too late is hung up', () => {
  const late = run(START, { type: 'hangUp' }, STARTED);
  expect(late.state.running).toBeNull();
  expect(late.effects).toEqual([{ do: 'requestHangUp', room: ROOM }]);
  const accepted = { type: 'accepted', callNumber: 1, room: ROOM, call: running() } as const;
  expect(run(START, { type: 'hangUp' }, accepted).effects).toEqual([]);
  expect(run(START, { type: 'hangUp' }, { type: 'refused', callNumber: 1, message: '' }).effects).toEqual([]);
});

test('a ring plays for the time that is left, once, and never for a room that was handled here', () => {
  const rung = run(RING);
  expect(rung.state.ring?.room_id).toBe(ROOM);
  expect(rung.effects).toContainEqual({ do: 'startTimer', timer: 'ring', ms: 45_000 });
  expect(run(RING, RING).effects).toEqual([]);
  expect(run(RING, { type: 'decline' }, RING).state.ring).toBeNull();
  expect(run(RING, { type: 'decline' }, { type: 'declined', room: ROOM }, RING).state.ring?.room_id).toBe(ROOM);
  const old = { ...ring(), rings_until: new Date(NOW).toISOString() };
  expect(run({ type: 'notification', event: { type: 'init', ...old } }).state.ring).toBeNull();
});

test('a second call is refused with the place of the first', () => {
  expect(run(START, START).effects).toEqual([{ do: 'notify', notice: { is: 'busy_here' } }]);
  const elsewhere: CallsEvent = { type: 'tab', message: { is: 'running', room: ROOM } };
  expect(run(elsewhere, START).effects).toEqual([{ do: 'notify', notice: { is: 'elsewhere' } }]);
});

test('the end releases the call and shows its reason for a moment', () => {
  const ended = callOf({ state: 'ended', people: [person(ME, 'left'), person(IGOR, 'declined')] });
  const over = run(START, STARTED, inRoom({ type: 'state', call: ended }));
  expect(over.state.running).toMatchObject({ phase: 'over', endReason: 'declined', media: NO_MEDIA });
  expect(over.effects.map((effect) => effect.do)).toEqual([
    'stopTimer',
    'stopRingtone',
    'release',
    'saveSnapshot',
    'postToTabs',
    'stopTimer',
    'startTimer',
  ]);
  const events = [START, STARTED, inRoom({ type: 'state', call: ended })];
  const view = { ...NO_LOCAL_MEDIA, isSharing: true };
  expect(run(...events, { type: 'localMediaChanged', view }).state.running?.own).toBe(NO_LOCAL_MEDIA);
  expect(run(...events, { type: 'timeout', timer: 'endReason' }).state.running).toBeNull();
});

test('a room without a media server is asked for again later', () => {
  const media = inRoom({ type: 'media', mode: 'room', ice: [] });
  expect(run(START, STARTED, media).effects.at(-1)).toEqual({ do: 'startTimer', timer: 'mediaRetry', ms: 3000 });
  const again = run(START, STARTED, media, { type: 'timeout', timer: 'mediaRetry' });
  expect(again.effects).toEqual([{ do: 'send', message: { type: 'media' } }]);
});

test('a request to mute stands until the microphone is off', () => {
  const on = { ...NO_LOCAL_MEDIA, microphone: { isOn: true, isOpening: false, problem: null } };
  const mute = inRoom({ type: 'mute', to: ME, ...actor(IGOR) });
  const asked = run(START, STARTED, { type: 'localMediaChanged', view: on }, mute);
  expect(asked.state.running?.muteRequestedBy).toBe('Игорь');
  const events = [START, STARTED, { type: 'localMediaChanged', view: on } as const, mute];
  const off = run(...events, { type: 'localMediaChanged', view: NO_LOCAL_MEDIA });
  expect(off.state.running?.muteRequestedBy).toBeNull();
});

test('an admitted visitor enters as a participant, also after a reconnect', () => {
  const visit: CallsEvent = { type: 'visit', room: ROOM, video: false };
  expect(run(visit).effects.at(-1)).toEqual({ do: 'connect', room: ROOM, entryType: 'visitor' });
  const admitted = run(visit, inRoom({ type: 'visitor', state: 'admitted', ...actor(ME) }));
  expect(admitted.effects).toEqual([
    { do: 'setEntryType', entryType: 'init' },
    { do: 'send', message: { type: 'init' } },
  ]);
});

test('events of another room are ignored', () => {
  const before = run(START, STARTED);
  const event: CallsEvent = { type: 'room', room: 'b'.repeat(22), event: { type: 'state', call: running() } };
  expect(run(START, STARTED, event)).toEqual({ state: before.state, effects: [] });
});
