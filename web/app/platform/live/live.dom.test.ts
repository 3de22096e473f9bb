import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpeningSocket } from '../../../test/fake-socket.ts';
import { setRenderCursor } from '../render-cursor.ts';
import { probeConnections, sendOnPath, setPathInterest, subscribe } from './live.ts';

class FakeSocket extends OpeningSocket {
  constructor(url: string) {
    super(url);
    sockets.push(this);
  }
}

let sockets: FakeSocket[] = [];
const leaves: (() => void)[] = [];

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function hear(path: string) {
  const events: unknown[] = [];
  const reopened = vi.fn();
  const leave = subscribe(path, (event) => events.push(event), reopened);
  leaves.push(leave);
  vi.advanceTimersByTime(1);
  return { events, reopened, leave };
}

const last = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
};

test('who begins to listen later hears the counts that stand, and reads anew what was told before', async () => {
  const early = hear('/ws/notifications/7/');
  last().accept();
  last().tell({ type: 'hello', seq: 4 });
  last().tell({ type: 'unread', count: 1 });
  last().tell({ type: 'unread', count: 2 });
  const counted = hear('/ws/notifications/7/');
  await Promise.resolve();
  expect(counted.events).toEqual([{ type: 'unread', count: 2 }]);
  expect(counted.reopened).not.toHaveBeenCalled();

  last().tell({ type: 'circle', seq: 5 });
  const late = hear('/ws/notifications/7/');
  await Promise.resolve();
  expect(late.events).toEqual([{ type: 'unread', count: 2 }]);
  expect(late.reopened).toHaveBeenCalledOnce();
  expect(early.reopened).not.toHaveBeenCalled();
});

test('the first line of a page begins where the server rendered it, later ones and those of others where they are opened', () => {
  setRenderCursor(8, 40);
  setRenderCursor(8, 44);
  hear('/ws/notifications/7/');
  expect(last().url).toMatch(/\?after=$/);
  const first = hear('/ws/notifications/8/');
  expect(last().url).toMatch(/\?after=40$/);
  last().accept();
  last().tell({ type: 'hello', seq: 41 });
  last().tell({ type: 'circle', seq: 41 });
  expect(first.events).toEqual([{ type: 'circle', seq: 41 }]);
  first.leave();
  hear('/ws/notifications/8/');
  expect(last().url).toMatch(/\?after=$/);
});

test('subscribers of one path share one socket, which closes with the last of them', () => {
  const [one, two, other] = [hear('/ws/notifications/7/'), hear('/ws/notifications/7/'), hear('/ws/ads/1/')];
  expect(sockets.map(({ url }) => url.replace(/^ws:\/\/[^/]+/, ''))).toEqual([
    '/ws/notifications/7/?after=',
    '/ws/ads/1/?after=',
  ]);
  sockets[0]?.accept();
  sockets[0]?.tell({ type: 'unread', count: 3 });
  expect([one.events, two.events, other.events]).toEqual([
    [{ type: 'unread', count: 3 }],
    [{ type: 'unread', count: 3 }],
    [],
  ]);
  one.leave();
  expect(sockets[0]?.readyState).toBe(FakeSocket.OPEN);
  two.leave();
  expect(sockets[0]?.readyState).toBe(3);
});

test('a broken connection comes back after a short, growing pause, and says that something may have been missed', () => {
  const { reopened } = hear('/ws/notifications/7/');
  last().accept();
  expect(reopened).not.toHaveBeenCalled();
  last().end(1006);
  vi.advanceTimersByTime(99);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(120);
  expect(sockets).toHaveLength(2);
  last().accept();
  expect(reopened).toHaveBeenCalledTimes(1);

  for (let tries = 0; tries < 8; tries++) {
    last().end(1006);
    vi.advanceTimersByTime(4001);
  }
  expect(sockets).toHaveLength(10);
  last().end(1006);
  vi.advanceTimersByTime(1900);
  expect(sockets).toHaveLength(10);
  vi.advanceTimersByTime(2200);
  expect(sockets).toHaveLength(11);
});

test('when a node goes away, its people come back spread over five seconds', () => {
  const moments = Array.from({ length: 40 }, (_, i) => {
    hear(`/ws/ads/${i}/`);
    const mine = last();
    mine.accept();
    return mine;
  });
  for (const socket of moments) socket.end(1012);
  vi.advanceTimersByTime(1500);
  const early = sockets.length - 40;
  vi.advanceTimersByTime(3600);
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(35);
  expect(sockets).toHaveLength(80);
});

test('a session that is over and an address of somebody else are not tried again', () => {
  for (const code of [4401, 4403]) {
    hear(`/ws/ads/${code}/`);
    last().end(code);
  }
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('online'));
  expect(sockets).toHaveLength(2);
});

test('a page that had to give way comes back when it is looked at', () => {
  hear('/ws/notifications/7/');
  last().accept();
  last().end(1008);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sockets).toHaveLength(2);
});

test('without a network nothing is tried; once it is back, at once', () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  hear('/ws/notifications/7/');
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(0);
  network.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(sockets).toHaveLength(1);
  network.mockRestore();
});

test('a connection that answers no beat any more is given up and opened anew', () => {
  const { events } = hear('/ws/notifications/7/');
  last().accept();
  vi.advanceTimersByTime(22_000);
  expect(last().said).toEqual(['{"type":"beat"}']);
  last().tell({ type: 'beat' });
  vi.advanceTimersByTime(22_000);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(sockets).toHaveLength(2);
  expect(events).toEqual([]);
});

test('a connection in doubt is asked at once, and opened anew when it stays silent', () => {
  hear('/ws/notifications/7/');
  last().accept();
  probeConnections();
  expect(last().said).toEqual([]);
  vi.advanceTimersByTime(5000);
  probeConnections();
  probeConnections();
  expect(last().said).toEqual(['{"type":"beat"}']);
  last().tell({ type: 'beat' });
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(1);
  probeConnections();
  vi.advanceTimersByTime(2900);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1500);
  expect(sockets).toHaveLength(2);
});

test('a doubt hurries a beat that is already waited for', () => {
  hear('/ws/notifications/7/');
  last().accept();
  vi.advanceTimersByTime(22_000);
  probeConnections();
  vi.advanceTimersByTime(4500);
  expect(sockets).toHaveLength(2);
});

test('a connection that does not open for long is given up and tried again', () => {
  hear('/ws/notifications/7/');
  vi.advanceTimersByTime(14_000);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(3000);
  expect(sockets).toHaveLength(2);
});

test('a connection that nobody wants any more before it stands is hung up once it does', () => {
  const { leave } = hear('/ws/ads/1/');
  leave();
  expect(last().readyState).toBe(FakeSocket.CONNECTING);
  last().accept();
  expect(last().readyState).toBe(3);
});

test('what cannot be read is passed over', () => {
  const { events } = hear('/ws/notifications/7/');
  last().accept();
  last().onmessage?.({ data: '{"type":' });
  last().tell({ type: 'unread', count: 1 });
  expect(events).toEqual([{ type: 'unread', count: 1 }]);
});

test('a page that is left hangs up, and calls again when it is shown from memory', () => {
  const { reopened } = hear('/ws/notifications/7/');
  last().accept();
  window.dispatchEvent(new Event('pagehide'));
  expect(last().readyState).toBe(3);
  window.dispatchEvent(new Event('pageshow'));
  expect(sockets).toHaveLength(2);
  last().accept();
  expect(reopened).toHaveBeenCalledTimes(1);
});

test('numbered events go on after a break where they stopped, each heard once, and nothing is read anew', () => {
  const { events, reopened } = hear('/ws/notifications/7/');
  last().accept();
  last().tell({ type: 'hello', seq: 4 });
  last().tell({ type: 'unread', count: 1 });
  last().tell({ type: 'a', seq: 5 });
  last().end(1006);
  vi.advanceTimersByTime(300);
  expect(last().url).toMatch(/\/ws\/notifications\/7\/\?after=5$/);
  last().accept();
  last().tell({ type: 'hello', seq: 7 });
  last().tell({ type: 'a', seq: 5 });
  last().tell({ type: 'b', seq: 6 });
  last().tell({ type: 'c', seq: 7 });
  expect(events).toEqual([
    { type: 'unread', count: 1 },
    { type: 'a', seq: 5 },
    { type: 'b', seq: 6 },
    { type: 'c', seq: 7 },
  ]);
  expect(reopened).not.toHaveBeenCalled();
});

test('where too much was missed the page reads anew, and goes on from there', () => {
  const { events, reopened } = hear('/ws/notifications/7/');
  last().accept();
  last().tell({ type: 'hello', seq: 900 });
  last().tell({ type: 'limited', seq: 3 });
  expect(reopened).toHaveBeenCalledTimes(1);
  last().tell({ type: 'a', seq: 4 });
  expect(events).toEqual([{ type: 'a', seq: 4 }]);
  last().end(1006);
  vi.advanceTimersByTime(300);
  expect(last().url).toMatch(/\?after=4$/);
});

test('a beat that tells of more than was heard asks for the rest', () => {
  hear('/ws/notifications/7/');
  last().accept();
  last().tell({ type: 'hello', seq: 4 });
  last().tell({ type: 'beat', seq: 4 });
  expect(sockets).toHaveLength(1);
  last().tell({ type: 'beat', seq: 6 });
  expect(sockets).toHaveLength(2);
  expect(last().url).toMatch(/\?after=4$/);
});

test('what a page wishes to hear about is said again after a break, what it says once is not', () => {
  hear('/ws/callnotification/7/');
  last().accept();
  setPathInterest('/ws/callnotification/7/', { type: 'watch', user_ids: [1, 2] });
  sendOnPath('/ws/callnotification/7/', { type: 'ping', user_id: 1 });
  expect(last().said).toEqual(['{"type":"watch","user_ids":[1,2]}', '{"type":"ping","user_id":1}']);
  last().end(1006);
  vi.advanceTimersByTime(300);
  last().accept();
  expect(last().said).toEqual(['{"type":"watch","user_ids":[1,2]}']);
});
