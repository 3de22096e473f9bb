import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatApi } from '#contract/messaging/chat';
import { subscribe } from '../../../platform/live/live.ts';
import { failureOf, type SendFailure } from './outbox/send-failure.ts';
import { request } from './request.ts';

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = FakeSocket.OPEN;
  said: string[] = [];
  onopen: (() => void) | undefined;

  constructor() {
    sockets.push(this);
  }

  send(text: string): void {
    this.said.push(text);
  }

  close(): void {
    this.readyState = 3;
  }
}

class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  responseText = '';
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  onabort: (() => void) | undefined;

  constructor() {
    requests.push(this);
  }

  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader(): null {
    return null;
  }

  abort(): void {
    this.onabort?.();
  }

  answer(body: unknown): void {
    this.status = 200;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const BEAT = '{"type":"beat"}';
let sockets: FakeSocket[] = [];
let requests: FakeRequest[] = [];
let leave: () => void = () => undefined;

beforeEach(() => {
  [sockets, requests] = [[], []];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  leave = subscribe('/ws/notifications/7/', () => undefined);
  vi.advanceTimersByTime(1);
  sockets[0]?.onopen?.();
  vi.advanceTimersByTime(5000);
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function bring(body: FormData | string) {
  const outcome: { answer?: unknown; failure?: SendFailure } = {};
  const signal = new AbortController().signal;
  request({ endpoint: chatApi.send, url: '/api/chat/2', viewerId: 7, body, signal }).then(
    (answer) => {
      outcome.answer = answer;
    },
    (error: unknown) => {
      outcome.failure = failureOf(error);
    },
  );
  const [xhr] = requests;
  if (xhr === undefined) throw new Error('nothing was sent');
  return { xhr, outcome };
}

test('words that are not answered for three seconds make the line doubtful, and after eight they wait for another try', async () => {
  const { outcome } = bring('{}');
  await vi.advanceTimersByTimeAsync(2900);
  expect(sockets[0]?.said).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(sockets[0]?.said).toEqual([BEAT]);
  await vi.advanceTimersByTimeAsync(4700);
  expect(outcome.failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(300);
  expect(outcome.failure).toEqual({ kind: 'wait', afterMs: null });
});

test('words that are answered soon leave the line alone', async () => {
  const { xhr, outcome } = bring('{}');
  await vi.advanceTimersByTimeAsync(1000);
  xhr.answer({ id: 1 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome).toEqual({ answer: { id: 1 } });
  expect(sockets[0]?.said).toEqual([]);
});

test('a file may take its time as long as it moves, and half a minute when it does not', async () => {
  const { xhr, outcome } = bring(new FormData());
  for (let second = 0; second < 60; second += 2) {
    await vi.advanceTimersByTimeAsync(2000);
    xhr.upload.onprogress?.({ loaded: second });
  }
  await vi.advanceTimersByTimeAsync(29_000);
  expect(outcome.failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1500);
  expect(outcome.failure).toEqual({ kind: 'wait', afterMs: null });
});

test('what fails on the way makes the line doubtful at once', async () => {
  const { xhr, outcome } = bring('{}');
  xhr.onerror?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.failure).toEqual({ kind: 'wait', afterMs: null });
  expect(sockets[0]?.said).toEqual([BEAT]);
});
