/** Whom to call, from anywhere on the site. */
export interface CallRequest {
  userIds: readonly number[];
  /** With the camera on. */
  video: boolean;
  /** The ad that it is about: both see its card. */
  adId?: number | undefined;
}

type Listener = (request: CallRequest) => void;

const listeners = new Set<Listener>();
let waiting: CallRequest | null = null;

/** Call these people. Whatever does it loads with the first call. */
export function startCall(userIds: readonly number[], { video, adId }: Omit<CallRequest, 'userIds'>): void {
  const request: CallRequest = { userIds, video, adId };
  if (listeners.size === 0) waiting = request;
  for (const listener of listeners) listener(request);
}

export function onCallRequest(listener: Listener): () => void {
  listeners.add(listener);
  if (waiting !== null) listener(waiting);
  waiting = null;
  return () => listeners.delete(listener);
}
