import type { Folder } from '@app/contract/chat';
import type { Chats, ChatsPage } from './chat-types.ts';

/** The dialogs of a folder in their order, live. */
export function useChats(_folder: Folder, _search: string, rendered?: ChatsPage): Chats {
  return {
    state: rendered ? 'ready' : 'loading',
    list: rendered?.list ?? [],
    total: rendered?.total ?? 0,
    counts: rendered?.counts ?? { unread: 0, chats: 0, requests: 0 },
    isLoadingMore: false,
    loadMore: () => undefined,
    reload: () => undefined,
  };
}
