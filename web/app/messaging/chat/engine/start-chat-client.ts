import type { ChatCounts } from '@app/contract/messaging/chat';
import { chatApi } from '#contract/messaging/chat';
import { call } from './chat-call.ts';
import { followChats, onChatEvent } from './chat-events.ts';
import { startCountsRequest } from './counts.ts';
import { openDeliveryReceipts } from './delivery-receipts.ts';
import { joinLeaderElection } from './leader-election.ts';
import { hasLocalData, openLocalData } from './local-session.ts';
import { reportStoredReads } from './receipts.ts';

/** What a page that has opened is told of the badge comes within this time, unless another tab heard it before. */
const COUNTS_MS = 3000;

/**
 * On every page of a person who is signed in: hear of the dialogs, say what reached this browser, and go on with what was not sent on an
 * earlier visit. Answers how to stop.
 */
export function startChatClient(viewerId: number): () => void {
  let isActive = true;
  const nothing = (): void => undefined;
  const election = joinLeaderElection(`okolo-chats-${viewerId}`, nothing, nothing);
  const receipts = openDeliveryReceipts(viewerId, () => election.isLeader());

  /** Messages that came while no page was open. */
  async function reportMissedMessages(): Promise<void> {
    try {
      const { list } = await call(chatApi.list, { query: {} });
      if (!isActive) return;
      const unread = list.flatMap(({ user, last_message, unread }) =>
        unread > 0 && last_message !== null && last_message.mine === 0
          ? [{ user_id: user.id, seq: last_message.seq }]
          : [],
      );
      receipts.addAll(unread);
    } catch {
      // Reading a dialog says the same.
    }
  }

  let hasCounts = false;
  let hasReportedMissed = false;
  function handleCounts({ unread, requests }: ChatCounts): void {
    hasCounts = true;
    if (hasReportedMissed || unread + requests === 0 || !election.isLeader()) return;
    hasReportedMissed = true;
    void reportMissedMessages();
  }

  const unsubscribe = onChatEvent({
    onEvent(event) {
      if ('counts' in event) handleCounts(event.counts);
      if (event.type === 'chat_message') receipts.add(event);
      if (event.type === 'chat_marks' && event.chat.unread === 0) void closePush(event.user_id);
    },
    onMissed(isFirst) {
      // The badge comes with the opening.
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
      // The next event brings them.
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

/** What was read needs no word on this device any more. */
async function closePush(userId: number): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const shown = await registration?.getNotifications({ tag: `message /conversation/${userId}` });
    for (const notification of shown ?? []) notification.close();
  } catch {
    // It goes when it is pressed.
  }
}
