import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReconnectingSockets } from './reconnecting-sockets.ts';

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = FakeSocket.CONNECTING;
  said: string[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;

  constructor() {
    sockets.push(this);
  }

  send(text: string): void {
    this.said.push(text);
    if (isServerThere) this.onmessage?.({ data: text });
  }

  close(): void {
    this.readyState = 3;
  }
}

const PATH = '/ws/entercall/room/1/';
let sockets: FakeSocket[];
let isServerThere: boolean;
let wires: ReconnectingSockets;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  sockets = [];
  isServerThere = true;
  wires = new ReconnectingSockets({ onEvent: () => undefined, onOpen: () => undefined, onMissed: () => undefined });
});

afterEach(() => {
  wires.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(): FakeSocket {
  wires.connect(PATH, undefined, false);
  vi.advanceTimersByTime(1);
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  socket.readyState = FakeSocket.OPEN;
  socket.onopen?.();
  return socket;
}

/** Polls twice a second, as the call recorder does. */
function askFor(ms: number): boolean[] {
  return Array.from({ length: ms / 500 }, () => {
    vi.advanceTimersByTime(500);
    return wires.isReachable(PATH);
  });
}

test('a server that says nothing by itself is heard as long as it answers, and not long after it stops', () => {
  expect(wires.isReachable(PATH)).toBe(false);
  open();
  expect(askFor(60_000)).not.toContain(false);
  isServerThere = false;
  expect(wires.isOpen(PATH)).toBe(true);
  expect(askFor(7000).at(-1)).toBe(false);
  expect(wires.isOpen(PATH)).toBe(true);
});

test('a connection on which the server answers again is heard again', () => {
  const socket = open();
  isServerThere = false;
  expect(askFor(7000).at(-1)).toBe(false);
  socket.onmessage?.({ data: '{"type":"beat"}' });
  isServerThere = true;
  expect(askFor(10_000)).not.toContain(false);
});

test('a page that slept does not take its own silence for the server’s', () => {
  open();
  for (let minutes = 0; minutes < 3; minutes += 1) {
    vi.advanceTimersByTime(19_000);
    expect(wires.isReachable(PATH)).toBe(true);
  }
});
