import { type EnterCallEvent, RECONNECT_SECONDS } from '@app/contract/messaging/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOf, callRingOf, IGOR, ME, person, ROOM, running, scene } from '../../../test/call-scene.ts';
import { END_REASON_SHOWN_MS } from './call-state.ts';
import type { Calls } from './call-store.ts';

const phase = (calls: Calls) => calls.state().running?.phase;
const who = (reason: 'left' | 'declined') => ({
  type: 'hangup' as const,
  reason,
  user_id: IGOR,
  firstname: 'Игорь',
  lastname: '',
  timestamp: '',
});
const PEER = { type: 'media' as const, mode: 'peer' as const, peer: { user_id: IGOR, polite: 0 as const }, ice: [] };
const SEAT = { engine: 'sfu' as const, url: '/media-room', token: 't', expires_at: '2026-11-21T10:05:00Z' };
const IN_ROOM = { type: 'media' as const, mode: 'room' as const, seat: SEAT, ice: [] };

let at: ReturnType<typeof scene>;
beforeEach(() => {
  vi.useFakeTimers();
  at = scene();
});
afterEach(() => {
  at.calls.close();
  vi.useRealTimers();
});

test('whoever calls rings, connects when somebody accepts, and talks when media flows', async () => {
  const { calls } = at;
  await calls.start([IGOR], { video: true });
  expect(phase(calls)).toBe('ringing');
  expect(at.said).toEqual(['init']);
  expect(at.rooms).toHaveLength(0);
  expect(at.isHushed()).toBe(true);
  at.tell({ type: 'state', call: running() });
  at.tell(PEER);
  expect(phase(calls)).toBe('connecting');
  at.rooms[0]?.events.onState?.('connected');
  expect(phase(calls)).toBe('running');
  expect(at.kept()).toEqual({ room: ROOM, microphone: true, camera: true });
});

test('hanging up lets go of everything at once, and the server hears of it', async () => {
  const { calls } = at;
  await calls.start([IGOR], { video: true });
  at.tell({ type: 'state', call: running() });
  at.tell(PEER);
  calls.hangUp();
  expect(calls.state().running).toBeNull();
  expect(at.asked).toEqual(['hangup']);
  expect(at.rooms.every(({ left }) => left)).toBe(true);
  expect(at.tracks.every(({ stopped }) => stopped)).toBe(true);
  expect(at.isHushed()).toBe(false);
  expect(at.kept()).toBeNull();
  expect(at.letters.at(-1)).toEqual({ is: 'over', room: ROOM });
});

test('a call that was hung up before the server had answered is hung up there too', async () => {
  const { calls } = at;
  const starting = calls.start([IGOR], { video: false });
  calls.hangUp();
  await starting;
  expect(calls.state().running).toBeNull();
  expect(at.asked).toEqual(['hangup']);
  expect(at.said).toEqual([]);
});

test.each(['declined', 'busy', 'missed'] as const)(
  'a caller learns that the other one is out of it: %s',
  async (state) => {
    const { calls } = at;
    await calls.start([IGOR], { video: true });
    at.tell({ type: 'state', call: callOf({ state: 'ended', people: [person(ME, 'left'), person(IGOR, state)] }) });
    expect(calls.state().running).toMatchObject({ phase: 'over', endReason: state });
    vi.advanceTimersByTime(END_REASON_SHOWN_MS);
    expect(calls.state().running).toBeNull();
  },
);

test('a refusal of the server is said, and nothing is left open', async () => {
  const { calls, ports } = at;
  ports.api.start = () => Promise.reject({ body: { message: 'Этому человеку сейчас нельзя позвонить' } });
  await calls.start([IGOR], { video: true });
  expect(at.sayings).toEqual([{ is: 'refused', message: 'Этому человеку сейчас нельзя позвонить' }]);
  expect(calls.state().running).toBeNull();
  expect(at.tracks.every(({ stopped }) => stopped)).toBe(true);
});

test('a ring ends when it is answered on another device, given up, or too old', () => {
  const { calls } = at;
  for (const end of [
    () => calls.handleEvent({ type: 'hangup', room_id: ROOM, user_id: IGOR, reason: 'answered_elsewhere' }),
    () => calls.handleEvent({ type: 'hangup', room_id: ROOM, user_id: IGOR, reason: 'cancelled' }),
    () => calls.handleTabMessage({ is: 'taken', room: ROOM }),
    () => vi.advanceTimersByTime(45_000),
  ]) {
    calls.handleEvent({ type: 'init', ...callRingOf() });
    expect(calls.state().ring?.room_id).toBe(ROOM);
    expect(at.isRinging()).toBe(true);
    end();
    expect(calls.state().ring).toBeNull();
    expect(at.isRinging()).toBe(false);
  }
});

test('answering silences the other tabs and enters the room; the camera opens only where it was asked for', async () => {
  const { calls } = at;
  calls.handleEvent({ type: 'init', ...callRingOf() });
  await calls.answer(false);
  expect(at.letters[0]).toEqual({ is: 'taken', room: ROOM });
  expect(at.said).toEqual(['init']);
  expect(at.tracks.map(({ kind }) => kind)).toEqual(['audio']);
  calls.handleEvent({ type: 'init', ...callRingOf() });
  expect(calls.state().ring).toBeNull();
});

test('whoever refuses rings no more and tells the server', () => {
  const { calls } = at;
  calls.handleEvent({ type: 'init', ...callRingOf() });
  calls.decline();
  expect(calls.state().ring).toBeNull();
  expect(at.asked).toEqual(['decline']);
});

test('one call at a time: in this tab, and in the other tabs of the browser', async () => {
  const { calls } = at;
  calls.handleTabMessage({ is: 'running', room: 'b'.repeat(22) });
  await calls.start([IGOR], { video: false });
  expect(at.sayings).toEqual([{ is: 'elsewhere' }]);
  calls.handleTabMessage({ is: 'over', room: 'b'.repeat(22) });
  await calls.start([IGOR], { video: false });
  await calls.start([3], { video: false });
  expect(at.sayings.at(-1)).toEqual({ is: 'busy_here' });
});

test('the straight way goes on until the room carries, and a straight way that fails asks for the room', async () => {
  const { calls } = at;
  await calls.start([IGOR], { video: true });
  at.tell({ type: 'state', call: running() });
  at.tell(PEER);
  const [straight] = at.rooms;
  straight?.events.onState?.('failed');
  expect(at.said).toContain('media');
  straight?.events.onState?.('connected');
  at.tell(IN_ROOM);
  expect(at.rooms.map(({ way }) => way)).toEqual(['peer', 'room']);
  expect(straight?.left).toBe(false);
  at.rooms[1]?.events.onState?.('connected');
  expect(straight?.left).toBe(true);
  expect(phase(calls)).toBe('running');
  at.tell(IN_ROOM);
  expect(at.rooms).toHaveLength(2);
});

test('a media server that is away is asked for again until it is back', async () => {
  await at.calls.start([IGOR], { video: true });
  at.tell({ type: 'media', mode: 'room', ice: [] });
  expect(at.rooms).toHaveLength(0);
  vi.advanceTimersByTime(3000);
  expect(at.said).toEqual(['init', 'media']);
});

test('a reload comes back to the call, as loud and as seen as before', async () => {
  const { calls } = at;
  at.keep({ room: ROOM, microphone: true, camera: false });
  at.is({ call: running(), ring: null });
  await calls.rejoin();
  expect(at.said).toEqual(['init']);
  expect(at.tracks.map(({ kind }) => kind)).toEqual(['audio']);
  expect(phase(calls)).toBe('connecting');
});

test('a page that comes back while the server cannot answer asks again, and says so meanwhile', async () => {
  const { calls, ports } = at;
  at.keep({ room: ROOM, microphone: true, camera: false });
  at.is({ call: running(), ring: null });
  const { current } = ports.api;
  let refusals = 3;
  ports.api.current = () => {
    refusals -= 1;
    return refusals < 0 ? current() : Promise.reject(new TypeError('Failed to fetch'));
  };
  const back = calls.rejoin();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.state()).toMatchObject({ isReturning: true, running: null });
  await vi.advanceTimersByTimeAsync(2500);
  await back;
  expect(calls.state().isReturning).toBe(false);
  expect(phase(calls)).toBe('connecting');
  expect(at.said).toEqual(['init']);
});

test('a page that cannot come back gives up when its place is gone, and stops at once for another call', async () => {
  const { calls, ports } = at;
  at.keep({ room: ROOM, microphone: true, camera: false });
  const requests = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  ports.api.current = requests;
  const back = calls.rejoin();
  await vi.advanceTimersByTimeAsync(RECONNECT_SECONDS * 1000);
  await back;
  expect(requests).toHaveBeenCalledTimes(6);
  expect(at.sayings).toEqual([{ is: 'refused', message: '' }]);
  const again = calls.rejoin();
  await vi.advanceTimersByTimeAsync(0);
  await calls.start([IGOR], { video: false });
  await vi.advanceTimersByTimeAsync(RECONNECT_SECONDS * 1000);
  await again;
  expect(requests).toHaveBeenCalledTimes(7);
  expect(at.sayings).toHaveLength(1);
});

test('a call that is over by then is forgotten, and one that another tab holds is left to it', async () => {
  const { calls, ports } = at;
  at.keep({ room: ROOM, microphone: true, camera: false });
  await calls.rejoin();
  expect(at.kept()).toBeNull();
  at.keep({ room: ROOM, microphone: true, camera: false });
  at.is({ call: running(), ring: null });
  ports.tabs.post = ({ is }) => {
    if (is === 'who') calls.handleTabMessage({ is: 'running', room: ROOM });
  };
  calls.handleTabMessage({ is: 'running', room: ROOM });
  const back = calls.rejoin();
  await vi.runAllTimersAsync();
  await back;
  expect(calls.state()).toMatchObject({ running: null, elsewhere: ROOM });
});

test('a reload comes back though the page before still answered for its call', async () => {
  const { calls, ports } = at;
  at.keep({ room: ROOM, microphone: true, camera: false });
  const { current } = ports.api;
  ports.api.current = () => {
    calls.handleTabMessage({ is: 'running', room: ROOM });
    return current();
  };
  at.is({ call: running(), ring: null });
  calls.handleTabMessage({ is: 'running', room: ROOM });
  const back = calls.rejoin();
  await vi.runAllTimersAsync();
  await back;
  expect(calls.state()).toMatchObject({ elsewhere: null, running: { room: ROOM } });
});

test('a page that closes without a call of its own leaves the call of the page before to the next one', () => {
  at.keep({ room: ROOM, microphone: true, camera: false });
  at.calls.close();
  expect(at.kept()).not.toBeNull();
});

test('an address that names a call which rings shows the ring; any other asks whether to ask in', async () => {
  const { calls } = at;
  at.is({
    call: null,
    ring: callOf({
      started_by: IGOR,
      people: [person(IGOR, 'joined'), person(ME, 'ringing')],
      rings_until: new Date(Date.now() + 45_000).toISOString(),
    }),
  });
  await calls.rejoin(ROOM);
  expect(calls.state().ring).toMatchObject({ room_id: ROOM, user_id: IGOR });
  calls.decline();
  at.is({ call: null, ring: null });
  await calls.rejoin(ROOM);
  expect(calls.state().check).toEqual({ of: 'visit', room: ROOM, video: false });
});

test('the last one left sees why it ended; between two nobody is named', async () => {
  const { calls } = at;
  await calls.start([IGOR], { video: true });
  at.tell({ type: 'state', call: running() });
  at.tell({ ...who('left'), type: 'init' } as EnterCallEvent);
  const left = { ...running(), people: [person(ME, 'joined'), person(IGOR, 'left')] };
  at.tell({ type: 'state', call: left });
  at.tell(who('left'));
  at.tell({ type: 'state', call: { ...left, state: 'ended' } });
  expect(calls.state().running).toMatchObject({ phase: 'over', endReason: 'alone' });
  expect(at.sayings).toEqual([]);
});

test('among several, who comes is named once, and who leaves is named', async () => {
  const { calls } = at;
  const OLGA = 33;
  await calls.start([IGOR, OLGA], { video: true });
  const people = [person(ME, 'joined'), person(IGOR, 'joined'), person(OLGA, 'joined')];
  at.tell({ type: 'state', call: { ...running(), people } });
  at.tell({ ...who('left'), type: 'init' } as EnterCallEvent);
  at.tell({ ...who('left'), type: 'init' } as EnterCallEvent);
  expect(at.sayings).toEqual([{ is: 'came', name: 'Игорь' }]);
  at.tell({ type: 'state', call: { ...running(), people: [person(ME, 'joined'), person(OLGA, 'joined')] } });
  at.tell(who('left'));
  expect(at.sayings.slice(1)).toEqual([{ is: 'went', name: 'Игорь' }]);
});

test('a camera that is off is let go, a microphone that is off is kept and silent', async () => {
  const { calls } = at;
  await calls.start([IGOR], { video: true });
  calls.setCamera(false);
  calls.setMicrophone(false);
  const [microphone, camera] = at.tracks;
  expect(camera?.stopped).toBe(true);
  expect(microphone).toMatchObject({ stopped: false, enabled: false });
  expect(at.kept()).toEqual({ room: ROOM, microphone: false, camera: false });
});

test('without microphone and camera the call goes on, and says what is missing', async () => {
  const { calls, ports } = at;
  ports.devices.openMicrophone = async () => ({ problem: 'denied' });
  ports.devices.openCamera = async () => ({ problem: 'none' });
  await calls.start([IGOR], { video: true });
  at.tell({ type: 'state', call: running() });
  expect(calls.state().running?.own).toMatchObject({
    microphone: { isOn: false, problem: 'denied' },
    camera: { isOn: false, problem: 'none' },
  });
  expect(phase(calls)).toBe('connecting');
});

test('a guest who is refused is told so', async () => {
  const { calls } = at;
  await calls.visit(ROOM, false);
  expect(at.said).toEqual(['visitor']);
  at.tell({ type: 'visitor', state: 'refused', user_id: ME, firstname: '', lastname: '', timestamp: '' });
  expect(calls.state().running).toMatchObject({ phase: 'over', endReason: 'refused' });
});

test('the server’s time is handed on, and who else ended the music is said', async () => {
  const { calls } = at;
  await calls.start([IGOR], { video: false });
  at.tell({ type: 'state', call: running() });
  calls.askClock(12.5);
  expect(at.messages.at(-1)).toEqual({ type: 'clock', sent: 12.5 });
  at.tell({ type: 'clock', sent: 12.5, server_ms: 99 });
  expect(at.clocks).toEqual([[12.5, 99]]);
  const who = { firstname: 'Игорь', lastname: '', timestamp: '' };
  at.tell({ type: 'listening', state: 'started', user_id: IGOR, ...who });
  at.tell({ type: 'listening', state: 'stopped', user_id: ME, ...who });
  expect(at.sayings).toEqual([]);
  at.tell({ type: 'listening', state: 'stopped', user_id: IGOR, ...who });
  expect(at.sayings).toEqual([{ is: 'listening_stopped', name: 'Игорь' }]);
});
