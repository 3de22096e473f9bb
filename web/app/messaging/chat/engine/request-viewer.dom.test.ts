import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChats } from './chat-events.ts';
import { openDeliveryReceipts } from './delivery-receipts.ts';
import { updateDraft } from './drafts.ts';
import { markReadUpTo } from './receipts.ts';

class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  send(): void {}
  close(): void {}
}

const sent: { address: string; viewer: string | null }[] = [];
let leaveLine: () => void;

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ address: `${init.method} ${url}`, viewer: new Headers(init.headers).get('x-viewer') });
    return Response.json({ text: '', unread: 0, chats: 0, requests: 0, success: true });
  });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  leaveLine = followChats(7);
});
afterEach(() => {
  leaveLine();
  vi.unstubAllGlobals();
});

test('what goes by itself says whose it is, so that nobody who signed in since sends it', async () => {
  const receipts = openDeliveryReceipts(
    7,
    () => true,
    () => undefined,
  );
  updateDraft(5, 'Не для чужих глаз');
  markReadUpTo(5, 3);
  receipts.addAll([{ user_id: 5, seq: 3 }]);
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(3);
  receipts.close();
  expect(sent.toSorted((a, b) => a.address.localeCompare(b.address))).toEqual([
    { address: 'POST /api/chat/5/read', viewer: '7' },
    { address: 'POST /api/chat/delivered', viewer: '7' },
    { address: 'PUT /api/chat/5/draft', viewer: '7' },
  ]);
});
