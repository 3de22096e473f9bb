import type { ChatEvent } from '@app/contract/messaging/chat';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from './chat-call.ts';

const SOON_MS = 400;
const RETRY_MAX_MS = 30_000;
const AT_ONCE_MAX = 100;

export interface Receipts {
  /** This message came in. */
  note(event: Extract<ChatEvent, { type: 'chat_message' }>): void;
  /** Of each of these dialogs the newest message is here. */
  noteAll(list: readonly { user_id: number; seq: number }[]): void;
  close(): void;
}

/** Tells the server what reached this browser, several at once. One tab does it for all. */
export function openReceipts(viewerId: number, isMine: () => boolean): Receipts {
  const untold = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  function soon(delay: number): void {
    if (isClosed || untold.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void tell();
    }, delay);
  }

  async function tell(): Promise<void> {
    const list = [...untold].slice(0, AT_ONCE_MAX).map(([user_id, seq]) => ({ user_id, seq }));
    for (const { user_id } of list) untold.delete(user_id);
    if (!isMine()) return;
    let delay = SOON_MS;
    try {
      await call(chatApi.delivered, { body: { list }, viewerId });
      failures = 0;
    } catch (error) {
      const isFinal = isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (!isFinal) {
        for (const { user_id, seq } of list) untold.set(user_id, Math.max(seq, untold.get(user_id) ?? 0));
        failures += 1;
        delay = Math.min(RETRY_MAX_MS, SOON_MS * 2 ** failures);
      }
    }
    soon(delay);
  }

  function put(userId: number, seq: number): void {
    untold.set(userId, Math.max(seq, untold.get(userId) ?? 0));
  }

  return {
    note({ user_id, message }) {
      if (message.mine === 1) return;
      put(user_id, message.seq);
      soon(SOON_MS);
    },
    noteAll(list) {
      for (const { user_id, seq } of list) put(user_id, seq);
      soon(SOON_MS);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
