import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../../test/fake-socket.ts';
import { chatOf, messageOf } from '../../../../test/sample-message.ts';
import { followChats } from './chat-events.ts';
import type { ChatHeaderData } from './chat-types.ts';
import { useChatHeader } from './use-chat-header.ts';

const OTHER = 2;
const HEADER: ChatHeaderData = {
  chat: chatOf(0),
  about: null,
  pinned: [],
  stranger: null,
  scheduled: 0,
  strangers_left: null,
  may_meet: 0,
};

class LateSocket extends FakeSocket {
  constructor(url: string) {
    super(url);
    socket = this;
  }
}

let socket: LateSocket | undefined;
let leave = (): void => undefined;
const server = vi.fn();

const passTime = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function openSocket(): Promise<void> {
  await passTime(0);
  if (socket === undefined) throw new Error('No socket was opened');
  act(() => socket?.onopen?.());
  socket.receive({ type: 'unread', count: 0 });
  await passTime(1000);
}

beforeEach(() => {
  vi.useFakeTimers();
  socket = undefined;
  server.mockReset();
  server.mockImplementation(async () => Response.json(HEADER));
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('WebSocket', LateSocket);
  leave = followChats(1);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a header that came with the page is asked for once events are sent, because some may have passed before', async () => {
  const { result } = renderHook(() => useChatHeader(OTHER, undefined, HEADER));
  await passTime(0);
  expect(result.current.header).toBe(HEADER);
  expect(server).not.toHaveBeenCalled();
  await openSocket();
  expect(server).toHaveBeenCalledTimes(1);
});

test('a header that did not come with the page is asked for, and again once the socket is open', async () => {
  renderHook(() => useChatHeader(OTHER));
  await passTime(0);
  expect(server).toHaveBeenCalledTimes(1);
  await openSocket();
  expect(server).toHaveBeenCalledTimes(2);
});

test('the first message of a stranger asks who that is', async () => {
  renderHook(() => useChatHeader(OTHER, undefined, HEADER));
  await openSocket();
  const chat = chatOf(1, { folder: 'requests' });
  const counts = { unread: 0, chats: 0, requests: 1 };
  socket?.receive({ type: 'chat_message', seq: 1, user_id: OTHER, message: messageOf(1), chat, counts });
  await passTime(1000);
  expect(server).toHaveBeenCalledTimes(2);
});

test('another ad in a dialog that came with the page has a header of its own', async () => {
  const { rerender } = renderHook((adId: number | undefined) => useChatHeader(OTHER, adId, HEADER), {
    initialProps: undefined as number | undefined,
  });
  rerender(7);
  await passTime(0);
  expect(server).toHaveBeenCalledTimes(1);
});
