import type { ChatCounts } from '@app/contract/messaging/chat';
import { createCountStore } from './count-store.ts';

export const {
  set: setChatCounts,
  startRequest: startCountsRequest,
  useCounts: useChatCounts,
} = createCountStore<ChatCounts>(
  (one, other) => one.unread === other.unread && one.chats === other.chats && one.requests === other.requests,
);
