/** Whom to call, from anywhere on the site. */
export interface CallWish {
  userIds: readonly number[];
  /** With the camera on. */
  video: boolean;
  /** The ad that it is about: both see its card. */
  adId?: number | undefined;
}

type Listener = (wish: CallWish) => void;

const listeners = new Set<Listener>();
let waiting: CallWish | null = null;

/** Call these people. Whatever does it loads with the first call. */
export function startCall(userIds: readonly number[], { video, adId }: Omit<CallWish, 'userIds'>): void {
  const wish: CallWish = { userIds, video, adId };
  if (listeners.size === 0) waiting = wish;
  for (const listener of listeners) listener(wish);
}

export function onCallWish(listener: Listener): () => void {
  listeners.add(listener);
  if (waiting !== null) listener(waiting);
  waiting = null;
  return () => listeners.delete(listener);
}
