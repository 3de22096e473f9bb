import type { ChatCounts } from '@app/contract/messaging/chat';
import { chatApi } from '#contract/messaging/chat';
import { call } from './chat-call.ts';
import { followLine, hearChats } from './chat-line.ts';
import { askChatCounts } from './counts.ts';
import { openReceipts } from './delivered.ts';
import { isKeptHere, openHere } from './here.ts';
import { stand } from './leadership.ts';
import { tellKeptReads } from './marks.ts';

/** What a page that has opened is told of the badge comes within this time, unless another tab heard it before. */
const COUNTS_MS = 3000;

/**
 * On every page of a person who is signed in: hear of the dialogs, say what reached this browser, and go on with what was not sent on an
 * earlier visit. Answers how to stop.
 */
export function wakeChats(viewerId: number): () => void {
  let isHere = true;
  const nothing = (): void => undefined;
  const leadership = stand(`okolo-chats-${viewerId}`, nothing, nothing);
  const receipts = openReceipts(viewerId, () => leadership.isLeader());

  /** Messages that came while no page was open. */
  async function receiveRest(): Promise<void> {
    try {
      const { list } = await call(chatApi.list, { query: {} });
      if (!isHere) return;
      const unread = list.flatMap(({ user, last_message, unread }) =>
        unread > 0 && last_message !== null && last_message.mine === 0
          ? [{ user_id: user.id, seq: last_message.seq }]
          : [],
      );
      receipts.noteAll(unread);
    } catch {
      // Reading a dialog says the same.
    }
  }

  let hasCounts = false;
  let hasRest = false;
  function weigh({ unread, requests }: ChatCounts): void {
    hasCounts = true;
    if (hasRest || unread + requests === 0 || !leadership.isLeader()) return;
    hasRest = true;
    void receiveRest();
  }

  const leaveLine = hearChats({
    onNews(news) {
      if ('counts' in news) weigh(news.counts);
      if (news.type === 'chat_message') receipts.note(news);
      if (news.type === 'chat_marks' && news.chat.unread === 0) void closePush(news.user_id);
    },
    onMissed(isFirst) {
      // The badge comes with the opening.
      if (isFirst) return;
      hasRest = false;
      void readCounts();
    },
  });
  async function readCounts(): Promise<void> {
    const setCounts = askChatCounts();
    try {
      const counts = await call(chatApi.counts);
      if (!isHere) return;
      setCounts(counts);
      weigh(counts);
    } catch {
      // The next event brings them.
    }
  }
  const counting = setTimeout(() => {
    if (!hasCounts) void readCounts();
  }, COUNTS_MS);
  const unfollow = followLine(viewerId);

  void isKeptHere(viewerId).then((isKept) => {
    if (!isHere || !isKept) return;
    openHere(viewerId);
    void tellKeptReads(viewerId).catch(() => undefined);
  });

  return () => {
    isHere = false;
    clearTimeout(counting);
    leaveLine();
    unfollow();
    receipts.close();
    leadership.leave();
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
