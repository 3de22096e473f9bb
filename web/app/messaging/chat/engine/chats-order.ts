import type { Chat, Folder } from '@app/contract/messaging/chat';

/** Same order as the server's list: pinned chats first, then by the last message (server time). */
function compare(one: Chat, other: Chat): number {
  if (one.pinned !== other.pinned) return other.pinned - one.pinned;
  const [mine, theirs] = [one.last_message, other.last_message];
  const byTime = Date.parse(theirs?.timestamp ?? '') - Date.parse(mine?.timestamp ?? '');
  if (byTime !== 0 && !Number.isNaN(byTime)) return byTime;
  return (theirs?.id ?? 0) - (mine?.id ?? 0);
}

export interface ChatsSlice {
  list: readonly Chat[];
  total: number;
}

export function addChats({ list }: ChatsSlice, page: ChatsSlice): ChatsSlice {
  const known = new Set(list.map(({ user }) => user.id));
  return { list: [...list, ...page.list.filter(({ user }) => !known.has(user.id))], total: page.total };
}

/** Puts a chat into its place in the list; `null` or a chat of another folder is removed. */
export function upsertChat(slice: ChatsSlice, userId: number, chat: Chat | null, folder: Folder): ChatsSlice {
  const rest = slice.list.filter(({ user }) => user.id !== userId);
  const isKnown = rest.length < slice.list.length;
  if (chat === null || chat.folder !== folder || chat.last_message === null) {
    return isKnown ? { list: rest, total: Math.max(0, slice.total - 1) } : slice;
  }
  const total = isKnown ? slice.total : slice.total + 1;
  const found = rest.findIndex((other) => compare(chat, other) < 0);
  const at = found === -1 ? rest.length : found;
  // A chat that sorts behind everything loaded arrives with its own page.
  const isBeyond = at === rest.length && rest.length + 1 < total && !isKnown;
  return { list: isBeyond ? slice.list : rest.toSpliced(at, 0, chat), total };
}
