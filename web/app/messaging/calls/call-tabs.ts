export type TabMessage =
  /** This room is being answered or declined in the sending tab; other tabs stop ringing. */
  | { is: 'taken'; room: string }
  /** A call lives in the tab that says so. */
  | { is: 'running'; room: string }
  | { is: 'over'; room: string }
  /** Whoever has a call says so. */
  | { is: 'who' };

export interface CallTabs {
  post(message: TabMessage): void;
  close(): void;
}

/** Without `BroadcastChannel` tabs do not coordinate; the server still allows one call only. */
export function openCallTabs(onMessage: (message: TabMessage) => void): CallTabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('okolo-calls');
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
