import type { ChatCounts } from '@app/contract/messaging/chat';
import { chatApi } from '#contract/messaging/chat';
import { startCountsRequest } from '../../../notifications/notifications/chat-counts.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';
import { call } from './chat-call.ts';
import { followChats, lastChatSeq, onChatEvent } from './chat-events.ts';
import { openDeliveryReceipts } from './delivery-receipts.ts';
import { joinLeaderElection } from './leader-election.ts';
import { hasLocalData, openLocalData } from './local-session.ts';
import { reportStoredReads } from './receipts.ts';

/** Milliseconds within which the socket's first event brings the unread counts, unless another tab received them. */
const COUNTS_MS = 3000;

/**
 * Starts the chat client on a page of a signed-in user: listens for events, sends delivery receipts and resumes unsent
 * messages. Returns a function that stops the client.
 */
export function startChatClient(viewerId: number): () => void {
  let isActive = true;
  const nothing = (): void => undefined;
  const election = joinLeaderElection(`okolo-chats-${viewerId}`, nothing, nothing);
  const receipts = openDeliveryReceipts(viewerId, () => election.isLeader(), rememberReported);
  const reportedKey = `delivered-${viewerId}`;
  let isReported = false;

  /** While no event follows, the next page need not read the chats to report that messages were delivered. */
  function rememberReported(): void {
    const seq = lastChatSeq(viewerId);
    if (isReported && seq !== undefined) writeStored(reportedKey, String(seq));
  }

  async function reportMissedMessages(): Promise<void> {
    try {
      const { list } = await call(chatApi.list, { query: {} });
      if (!isActive) return;
      const unread = list.flatMap(({ user, last_message, unread }) =>
        unread > 0 && last_message !== null && last_message.mine === 0
          ? [{ user_id: user.id, seq: last_message.seq }]
          : [],
      );
      isReported = true;
      if (unread.length === 0) rememberReported();
      else receipts.addAll(unread);
    } catch {
      // Reading the chat reports the same.
    }
  }

  let hasCounts = false;
  let hasReportedMissed = false;
  function handleCounts({ unread, requests }: ChatCounts): void {
    hasCounts = true;
    if (hasReportedMissed || unread + requests === 0 || !election.isLeader()) return;
    hasReportedMissed = true;
    isReported = readStored(reportedKey) === String(lastChatSeq(viewerId));
    if (!isReported) void reportMissedMessages();
  }

  const unsubscribe = onChatEvent({
    onEvent(event) {
      if ('counts' in event) handleCounts(event.counts);
      if (event.type === 'chat_message') receipts.add(event);
      if (event.type === 'chat_marks' && event.chat.unread === 0) void closePush(event.user_id);
    },
    onMissed(isFirst) {
      // The first event brings the counts anyway.
      if (isFirst) return;
      hasReportedMissed = false;
      void loadCounts();
    },
  });
  async function loadCounts(): Promise<void> {
    const setCounts = startCountsRequest();
    try {
      const counts = await call(chatApi.counts);
      if (!isActive) return;
      setCounts(counts);
      handleCounts(counts);
    } catch {
      // The next event brings the counts.
    }
  }
  const countsTimer = setTimeout(() => {
    if (!hasCounts) void loadCounts();
  }, COUNTS_MS);
  const unfollow = followChats(viewerId);

  void hasLocalData(viewerId).then((hasData) => {
    if (!isActive || !hasData) return;
    openLocalData(viewerId);
    void reportStoredReads(viewerId).catch(() => undefined);
  });

  return () => {
    isActive = false;
    clearTimeout(countsTimer);
    unsubscribe();
    unfollow();
    receipts.close();
    election.leave();
  };
}

async function closePush(userId: number): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const shown = await registration?.getNotifications({ tag: `message /conversation/${userId}` });
    for (const notification of shown ?? []) notification.close();
  } catch {
    // The notification closes when it is clicked.
  }
}
