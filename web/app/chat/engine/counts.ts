import type { ChatCounts } from '@app/contract/chat';

/** How much is unread in dialogs: what the page was rendered with, then as the server tells. */
export function useChatCounts(rendered: ChatCounts): ChatCounts {
  return rendered;
}
