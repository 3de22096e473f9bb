export interface CallRequest {
  userIds: readonly number[];
  video: boolean;
  adId?: number | undefined;
}

type Listener = (request: CallRequest) => void;

const listeners = new Set<Listener>();
let waiting: CallRequest | null = null;

/** Requests a call to these users. The call module is loaded with the first call. */
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
