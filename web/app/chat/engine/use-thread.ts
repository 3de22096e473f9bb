import type { Thread } from './chat-types.ts';

const nothing = (): void => undefined;

/** A dialog while it is on screen: its messages, those on their way out included, and what happens to them. */
export function useThread(_viewerId: number, _userId: number): Thread {
  return {
    state: 'loading',
    rows: [],
    chat: null,
    hasOlder: false,
    hasNewer: false,
    isLoading: true,
    loadOlder: nothing,
    loadNewer: nothing,
    jumpTo: async () => undefined,
    toNewest: nothing,
    reload: nothing,
    firstUnreadSeq: null,
  };
}
