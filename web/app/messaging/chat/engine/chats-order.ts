import type { Chat, Folder } from '@app/contract/messaging/chat';

/** Pinned ones first, then by the last message: as the server lists them. The clock is the server's, too. */
function compare(one: Chat, other: Chat): number {
  if (one.pinned !== other.pinned) return other.pinned - one.pinned;
  const [mine, theirs] = [one.last_message, other.last_message];
  const byTime = Date.parse(theirs?.timestamp ?? '') - Date.parse(mine?.timestamp ?? '');
  if (byTime !== 0 && !Number.isNaN(byTime)) return byTime;
  return (theirs?.id ?? 0) - (mine?.id ?? 0);
}

export interface ChatsSlice {
  list: readonly Chat[];
  /** How many there are altogether. */
  total: number;
}

/** Further lines behind those that are there. What moved meanwhile stands once. */
export function addChats({ list }: ChatsSlice, page: ChatsSlice): ChatsSlice {
  const known = new Set(list.map(({ user }) => user.id));
  return { list: [...list, ...page.list.filter(({ user }) => !known.has(user.id))], total: page.total };
}

/** A line as it is now, in its place; `null` or of another folder: it goes. */
export function upsertChat(slice: ChatsSlice, userId: number, chat: Chat | null, folder: Folder): ChatsSlice {
  const rest = slice.list.filter(({ user }) => user.id !== userId);
  const isKnown = rest.length < slice.list.length;
  if (chat === null || chat.folder !== folder || chat.last_message === null) {
    return isKnown ? { list: rest, total: Math.max(0, slice.total - 1) } : slice;
  }
  const total = isKnown ? slice.total : slice.total + 1;
  const found = rest.findIndex((other) => compare(chat, other) < 0);
  const at = found === -1 ? rest.length : found;
  // Behind everything that is loaded it comes with its page.
  const isBeyond = at === rest.length && rest.length + 1 < total && !isKnown;
  return { list: isBeyond ? slice.list : rest.toSpliced(at, 0, chat), total };
}
