import type { ChatEvent } from '@app/contract/messaging/chat';
import { chatApi } from '#contract/messaging/chat';
import { call, isRefused } from './chat-call.ts';

const SOON_MS = 400;
const RETRY_MAX_MS = 30_000;
const AT_ONCE_MAX = 100;

/** Sends delivery receipts in batches. Only the leader tab sends them. `onSent` runs when all of them have been accepted. */
export function openDeliveryReceipts(viewerId: number, isMine: () => boolean, onSent: () => void) {
  const pendingSeqs = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  function scheduleSend(delay: number): void {
    if (isClosed || pendingSeqs.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void sendPending();
    }, delay);
  }

  async function sendPending(): Promise<void> {
    const list = [...pendingSeqs].slice(0, AT_ONCE_MAX).map(([user_id, seq]) => ({ user_id, seq }));
    for (const { user_id } of list) pendingSeqs.delete(user_id);
    if (!isMine()) return;
    let delay = SOON_MS;
    try {
      await call(chatApi.delivered, { body: { list }, viewerId });
      failures = 0;
      if (pendingSeqs.size === 0) onSent();
    } catch (error) {
      if (!isRefused(error)) {
        for (const { user_id, seq } of list) addPending(user_id, seq);
        failures += 1;
        delay = Math.min(RETRY_MAX_MS, SOON_MS * 2 ** failures);
      }
    }
    scheduleSend(delay);
  }

  function addPending(userId: number, seq: number): void {
    pendingSeqs.set(userId, Math.max(seq, pendingSeqs.get(userId) ?? 0));
  }

  return {
    add({ user_id, message }: Extract<ChatEvent, { type: 'chat_message' }>): void {
      if (message.mine === 1) return;
      addPending(user_id, message.seq);
      scheduleSend(SOON_MS);
    },
    addAll(list: readonly { user_id: number; seq: number }[]): void {
      for (const { user_id, seq } of list) addPending(user_id, seq);
      scheduleSend(SOON_MS);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
