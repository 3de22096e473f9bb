import { chatApi } from '#contract/chat';
import { call } from '../../platform/call.ts';
import { followLine, hearChats } from './chat-line.ts';
import { askChatCounts } from './counts.ts';
import { openReceipts } from './delivered.ts';
import { isKeptHere, openHere } from './here.ts';
import { stand } from './leadership.ts';
import { tellKeptReads } from './marks.ts';

/** What a page that has opened is told of the badge comes within this time, unless another tab heard it before. */
const COUNTS_MS = 1000;

/**
 * On every page of a person who is signed in: hear of the dialogs, say what reached this browser, and go on with what was not sent on an
 * earlier visit. Answers how to stop.
 */
export function wakeChats(viewerId: number): () => void {
  let isHere = true;
  const leadership = stand(
    `okolo-chats-${viewerId}`,
    () => void receiveRest(),
    () => undefined,
  );
  const receipts = openReceipts(() => leadership.isLeader());

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
  const leaveLine = hearChats({
    onNews(news) {
      hasCounts ||= 'counts' in news;
      if (news.type === 'chat_message') receipts.note(news);
    },
    onMissed() {
      if (leadership.isLeader()) void receiveRest();
      void readCounts();
    },
  });
  async function readCounts(): Promise<void> {
    const setCounts = askChatCounts();
    await call(chatApi.counts).then(setCounts, () => undefined);
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
