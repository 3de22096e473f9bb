import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpeningSocket } from '../../../../test/fake-socket.ts';

const VIEWER = 7;
const PATIENT = { timeout: 10_000 };
const COUNTS = { type: 'chat_counts', counts: { unread: 2, chats: 1, requests: 0 } };

let sockets: OpeningSocket[] = [];
class KeptSocket extends OpeningSocket {
  constructor(url: string) {
    super(url);
    sockets.push(this);
  }
}

const network = vi.fn();
const asked = (): string[] => network.mock.calls.map(([url, init]) => `${init.method} ${url}`);
let refusesReceipts = false;

beforeEach(() => {
  localStorage.clear();
  network.mockReset();
  network.mockImplementation(async (url: string) => {
    if (url.endsWith('/delivered') && refusesReceipts) throw new TypeError('no network');
    const chat = { user: { id: 3 }, unread: 2, last_message: { mine: 0, seq: 11 } };
    return Response.json(url.startsWith('/api/chat?') || url === '/api/chat' ? { list: [chat] } : { success: true });
  });
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('WebSocket', KeptSocket);
});
afterEach(() => {
  refusesReceipts = false;
  vi.unstubAllGlobals();
});

/** Loads a page, all modules anew, whose data knows the events up to this number; returns what closes it. */
async function openPage(lastSeq: number): Promise<() => void> {
  vi.resetModules();
  const { setRenderCursor } = await import('../../../platform/render-cursor.ts');
  const { startChatClient } = await import('./start-chat-client.ts');
  sockets = [];
  network.mockClear();
  setRenderCursor(VIEWER, lastSeq);
  const stop = startChatClient(VIEWER);
  await expect.poll(() => sockets.length, PATIENT).toBe(1);
  sockets[0]?.accept();
  sockets[0]?.tell(COUNTS);
  return stop;
}

const RECEIPTS = ['GET /api/chat', 'POST /api/chat/delivered'];
/** Longer than receipts wait to be sent together. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 700));

test('what was reported as delivered is not asked for again until something happens', async () => {
  const closeFirst = await openPage(40);
  await expect.poll(asked, PATIENT).toEqual(RECEIPTS);
  await settle();
  closeFirst();

  const closeSecond = await openPage(40);
  await settle();
  expect(asked()).toEqual([]);
  closeSecond();

  const closeThird = await openPage(41);
  await expect.poll(asked, PATIENT).toEqual(RECEIPTS);
  closeThird();
});

test('a message that arrives is reported, and remembered with the rest', async () => {
  const closeFirst = await openPage(50);
  await expect.poll(asked, PATIENT).toEqual(RECEIPTS);
  sockets[0]?.tell({ type: 'chat_message', seq: 51, user_id: 3, message: { mine: 0, seq: 12 } });
  await expect.poll(asked, PATIENT).toEqual([...RECEIPTS, 'POST /api/chat/delivered']);
  await settle();
  closeFirst();

  const closeSecond = await openPage(51);
  await settle();
  expect(asked()).toEqual([]);
  closeSecond();
});

test('what could not be reported is reported by the next page', async () => {
  refusesReceipts = true;
  const closeFirst = await openPage(60);
  await expect.poll(asked, PATIENT).toEqual(RECEIPTS);
  closeFirst();
  refusesReceipts = false;
  const closeSecond = await openPage(60);
  await expect.poll(asked, PATIENT).toEqual(RECEIPTS);
  closeSecond();
});
