import type { Chat, ChatEvent, Message } from '@app/contract/messaging/chat';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Drafts from './drafts.ts';

class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 1;
  send(): void {}
  close(): void {}
}

const ME = 7;
const OTHER = 5;
const TYPING_MS = 5000;

let drafts: typeof Drafts;
let leaveLine: () => void = () => undefined;
let tab: BroadcastChannel;
let put: string[];
let answer: (text: string) => Promise<Response>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  put = [];
  answer = async (text) => Response.json({ text });
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { text } = JSON.parse(String(init.body));
    put.push(text);
    return answer(text);
  });
  vi.resetModules();
  drafts = await import('./drafts.ts');
  tab = new BroadcastChannel(`okolo-drafts-${ME}`);
});
afterEach(() => {
  tab.close();
  leaveLine();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  const { followChats: follow } = await import('./chat-events.ts');
  leaveLine = follow(ME);
  drafts.watchDraft(OTHER, () => undefined);
  await settle();
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function tellTab(text: string, at = Date.now()): Promise<void> {
  tab.postMessage({ userId: OTHER, text, synced: '', at });
  await settle();
}

async function offer(text: string, askedAt?: number): Promise<void> {
  drafts.applyRemoteDraft(OTHER, text, askedAt);
  await settle();
}

const shown = (): string => drafts.getDraftText(OTHER);

test('what was typed before the page knew whose it is stays in the field', async () => {
  drafts.updateDraft(OTHER, 'Добрый день');
  await open();
  await offer('');
  expect(shown()).toBe('Добрый день');
});

test('an answer that was asked for before the last key is late, even after the text was taken in', async () => {
  await open();
  const askedAt = performance.now();
  await vi.advanceTimersByTimeAsync(100);
  drafts.updateDraft(OTHER, 'Ещё продаёте?');
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  expect(put).toEqual(['Ещё продаёте?']);
  await vi.advanceTimersByTimeAsync(2 * TYPING_MS);
  await offer('', askedAt);
  expect(shown()).toBe('Ещё продаёте?');
  await offer('', performance.now());
  expect(shown()).toBe('');
});

test('what the server said before it took a text in does not take that text away, however slow the way', async () => {
  await open();
  let arrive: () => void = () => undefined;
  answer = (text) => new Promise((resolve) => (arrive = () => resolve(Response.json({ text }))));
  drafts.updateDraft(OTHER, 'Ещё продаёте?');
  await vi.advanceTimersByTimeAsync(3 * TYPING_MS);
  arrive();
  await settle();
  await offer('');
  expect(shown()).toBe('Ещё продаёте?');
});

test('the draft of another device comes into the field, and goes when it is sent there', async () => {
  await open();
  drafts.pinDraft(OTHER, true);
  const { emitChatEvent } = await import('./chat-events.ts');
  const line = (draft: string) => ({ draft }) as Chat;
  const counts = { unread: 0, chats: 0, requests: 0 };
  emitChatEvent({ type: 'chat_line', user_id: OTHER, chat: line('С телефона'), counts } as ChatEvent);
  await settle();
  expect(shown()).toBe('С телефона');
  const message = { mine: 1, content: 'С телефона' } as Message;
  emitChatEvent({ type: 'chat_message', user_id: OTHER, message, chat: line(''), counts } as ChatEvent);
  await settle();
  expect(shown()).toBe('');
  expect(put).toEqual([]);
});

test('another tab writes into a field that nobody is at, and takes it back', async () => {
  await open();
  await tellTab('Из соседней вкладки');
  expect(shown()).toBe('Из соседней вкладки');
  drafts.pinDraft(OTHER, true);
  await vi.advanceTimersByTimeAsync(10);
  await tellTab('');
  expect(shown()).toBe('');
});

test('under somebody’s fingers nothing comes in from another tab, neither from it nor over the server', async () => {
  await open();
  drafts.pinDraft(OTHER, true);
  await vi.advanceTimersByTimeAsync(10);
  await tellTab('слева 0');
  await offer('слева 0');
  expect(shown()).toBe('');
  drafts.updateDraft(OTHER, 'справа 0');
  await tellTab('слева 1');
  expect(shown()).toBe('справа 0');
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  expect(put).toEqual(['справа 0']);
});

test('what another tab wrote before this field got the focus comes in late', async () => {
  await open();
  const at = Date.now();
  await vi.advanceTimersByTimeAsync(10);
  drafts.pinDraft(OTHER, true);
  await tellTab('Начало', at);
  expect(shown()).toBe('Начало');
});
