import type { CallNotificationEvent } from '@app/contract/messaging/calls';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { hasWebRtc } from '../../live/media-rooms/web-rtc.ts';
import { subscribe } from '../../platform/live/live.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { CallTrigger } from './call-host.tsx';
import { loadCallSnapshot } from './call-snapshot.ts';
import { mayHaveLeftRecordings } from './recording/chunks.ts';
import { onCallRequest } from './start-call.ts';

const CallHost = lazyPart(() => import('./call-host.tsx').then(({ CallHost }) => CallHost));

const CALL_EVENT_TYPES: ReadonlySet<string> = new Set<CallNotificationEvent['type']>([
  'init',
  'add_user',
  'hangup',
  'knock',
]);
/** Only these events load the call module. */
const RING_EVENT_TYPES: ReadonlySet<string> = new Set<CallNotificationEvent['type']>(['init', 'add_user']);

function consumeCallParam(): string | undefined {
  const url = new URL(window.location.href);
  const room = url.searchParams.get('call');
  if (room === null) return undefined;
  url.searchParams.delete('call');
  window.history.replaceState(window.history.state, '', url);
  return room;
}

/** Listens for calls on every page of a signed-in user and loads the call UI when a call rings or is started. */
export function CallsOutlet({ viewerId }: { viewerId: number }) {
  const [isOpen, setOpen] = useState(false);
  const queuedTriggers = useRef<CallTrigger[]>([]);
  const dispatchRef = useRef<(trigger: CallTrigger) => void>(() => undefined);
  const handler = useRef<((trigger: CallTrigger) => void) | null>(null);
  const subscribeRef = useRef((listener: (trigger: CallTrigger) => void) => {
    handler.current = listener;
    for (const trigger of queuedTriggers.current.splice(0)) listener(trigger);
    return () => {
      handler.current = null;
    };
  });

  useEffect(() => {
    const dispatch = (trigger: CallTrigger): void => {
      if (handler.current === null) {
        queuedTriggers.current.push(trigger);
        setOpen(true);
      } else handler.current(trigger);
    };
    dispatchRef.current = dispatch;
    if (loadCallSnapshot() !== null) dispatch({ is: 'back', room: undefined });
    if (mayHaveLeftRecordings()) dispatch({ is: 'recorded' });
    const unsubscribe = subscribe(`/ws/callnotification/${viewerId}/`, (message) => {
      const event = message as CallNotificationEvent;
      // A browser that cannot answer does not ring: the missed call is in the bell.
      if (!CALL_EVENT_TYPES.has(event.type) || !hasWebRtc()) return;
      // Skips the end of a ring that this page never received.
      if (handler.current === null && queuedTriggers.current.length === 0 && !RING_EVENT_TYPES.has(event.type)) return;
      dispatch({ is: 'event', event });
    });
    const unsubscribeRequests = onCallRequest((request) => dispatch({ is: 'wish', request }));
    return () => {
      unsubscribe();
      unsubscribeRequests();
      dispatchRef.current = () => undefined;
    };
  }, [viewerId]);

  const { search } = useLocation();
  useEffect(() => {
    const room = search === '' ? undefined : consumeCallParam();
    if (room !== undefined) dispatchRef.current({ is: 'back', room });
  }, [search]);

  return (
    isOpen && (
      <Suspense>
        <CallHost viewerId={viewerId} subscribe={subscribeRef.current} />
      </Suspense>
    )
  );
}
