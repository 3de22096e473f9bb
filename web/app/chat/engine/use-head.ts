import type { Head } from './chat-types.ts';

/** What a dialog page shows around the messages: the line of the list, the ad, what is pinned, who the stranger is. */
export function useHead(_userId: number, _boardId?: number): Head {
  return { head: null, reload: () => undefined };
}
