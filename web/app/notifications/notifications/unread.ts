import { createCountStore } from './count-store.ts';

export const {
  set: setUnreadCount,
  startRequest: startUnreadRequest,
  useCounts: useUnread,
} = createCountStore<number>((one, other) => one === other);
