import { whenQuiet } from '../loading/page-quiet.ts';
import { consumeRenderCursor } from '../render-cursor.ts';
import { openSocketTabs, type PathInterest, type PathSubscription, type SocketTabs } from './live-tabs.ts';

type Listener = (event: unknown) => void;

interface Subscriber {
  onEvent: Listener;
  onReopen: (() => void) | undefined;
}

interface SubscribedPath extends PathSubscription {
  subscribers: Set<Subscriber>;
  /** Last event of each kind that carries a whole state. */
  latestStates: Map<string, unknown>;
  /** Whether events were received that a later subscriber has missed. */
  hasReceivedEvents: boolean;
}

/** State events: sent when the socket opens and after each change. */
const STATE_EVENT_TYPES: ReadonlySet<unknown> = new Set(['unread', 'chat_counts']);

const subscribedPaths = new Map<string, SubscribedPath>();
let tabs: SocketTabs | undefined;

/**
 * Subscribes to events of a socket path, for example `/ws/notifications/7/`. Subscribers of one path share one socket,
 * other tabs included. `onReopen` runs when events may have been missed and the data must be reloaded; numbered events
 * are never missed, because the server resends them.
 */
export function subscribe(path: string, onEvent: Listener, onReopen?: () => void): () => void {
  const subscriber: Subscriber = { onEvent, onReopen };
  const subscribedPath = subscribedPaths.get(path) ?? addPath(path);
  subscribedPath.subscribers.add(subscriber);
  if (subscribedPath.latestStates.size > 0 || subscribedPath.hasReceivedEvents)
    queueMicrotask(() => catchUp(subscribedPath, subscriber));
  return () => {
    subscribedPath.subscribers.delete(subscriber);
    if (subscribedPath.subscribers.size === 0 && subscribedPaths.get(path) === subscribedPath)
      removePath(subscribedPath);
  };
}

/** A subscriber that joins an open connection gets the events sent at its opening. */
function catchUp(subscribedPath: SubscribedPath, subscriber: Subscriber): void {
  if (!subscribedPath.subscribers.has(subscriber)) return;
  for (const event of subscribedPath.latestStates.values()) subscriber.onEvent(event);
  if (subscribedPath.hasReceivedEvents) subscriber.onReopen?.();
}

/** Sends a message on a subscribed path. The message is lost when the socket is not open. */
export function sendOnPath(path: string, message: object): void {
  tabs?.send(path, message);
}

/** Number of the last event of a subscribed path that this page knows of; undefined before there is one. */
export const lastSeqOf = (path: string): number | undefined => subscribedPaths.get(path)?.seq;

/** Sets which ids this tab wants events for, now and after every reconnect. The ids of several tabs are merged. */
export function setPathInterest(path: string, interest: PathInterest): void {
  const subscribedPath = subscribedPaths.get(path);
  if (subscribedPath === undefined) return;
  subscribedPath.wish = interest;
  tabs?.wish(path, interest);
}

/** Checks at once whether the sockets still reach the server, after a slow or missing response. */
export function probeConnections(): void {
  tabs?.probe();
}

function addPath(path: string): SubscribedPath {
  const subscribedPath: SubscribedPath = {
    path,
    subscribers: new Set(),
    seq: consumeRenderCursor(path),
    hasBeenOpen: false,
    wish: undefined,
    latestStates: new Map(),
    hasReceivedEvents: false,
  };
  subscribedPaths.set(path, subscribedPath);
  if (subscribedPaths.size === 1) watch();
  tabs?.want(subscriptionOf(subscribedPath));
  return subscribedPath;
}

function removePath(subscribedPath: SubscribedPath): void {
  subscribedPaths.delete(subscribedPath.path);
  tabs?.unsubscribe(subscribedPath.path);
  if (subscribedPaths.size === 0) unwatch();
}

const subscriptionOf = ({ path, seq, hasBeenOpen, wish }: SubscribedPath): PathSubscription => ({
  path,
  seq,
  hasBeenOpen,
  wish,
});

function connectTabs(): void {
  tabs ??= openSocketTabs({
    listSubscriptions: () => [...subscribedPaths.values()].map(subscriptionOf),
    onOpen(path, seq) {
      const subscribedPath = subscribedPaths.get(path);
      if (subscribedPath === undefined) return;
      subscribedPath.hasBeenOpen = true;
      subscribedPath.seq ??= seq;
    },
    onMissed(path, seq) {
      const subscribedPath = subscribedPaths.get(path);
      if (subscribedPath === undefined) return;
      subscribedPath.seq = seq ?? subscribedPath.seq;
      for (const { onReopen } of subscribedPath.subscribers) onReopen?.();
    },
    onEvent(path, event) {
      const subscribedPath = subscribedPaths.get(path);
      if (subscribedPath === undefined) return;
      const seq = 'seq' in event && typeof event.seq === 'number' ? event.seq : undefined;
      // A tab that takes over resumes at the lowest event number of all tabs, so known events are skipped.
      if (seq !== undefined && subscribedPath.seq !== undefined && seq <= subscribedPath.seq) return;
      subscribedPath.seq = seq ?? subscribedPath.seq;
      if (seq !== undefined) subscribedPath.hasReceivedEvents = true;
      if ('type' in event && typeof event.type === 'string' && STATE_EVENT_TYPES.has(event.type))
        subscribedPath.latestStates.set(event.type, event);
      for (const { onEvent } of subscribedPath.subscribers) onEvent(event);
    },
  });
}

/** Reconnects at once when the page becomes visible or the network returns. */
function resume(): void {
  if (document.visibilityState === 'hidden') return;
  if (tabs === undefined) rejoin();
  tabs?.resume();
}

function rejoin(): void {
  connectTabs();
  for (const subscribedPath of subscribedPaths.values()) tabs?.want(subscriptionOf(subscribedPath));
}

/** A page with an open socket is excluded from the back/forward cache. */
function leave(): void {
  tabs?.close();
  tabs = undefined;
}

function watch(): void {
  connectTabs();
  void whenQuiet()
    .then(() => import('../signed-out.ts'))
    .then(({ watchSession }) => watchSession());
  document.addEventListener('visibilitychange', resume);
  window.addEventListener('online', resume);
  window.addEventListener('pageshow', resume);
  window.addEventListener('pagehide', leave);
}

function unwatch(): void {
  leave();
  document.removeEventListener('visibilitychange', resume);
  window.removeEventListener('online', resume);
  window.removeEventListener('pageshow', resume);
  window.removeEventListener('pagehide', leave);
}
