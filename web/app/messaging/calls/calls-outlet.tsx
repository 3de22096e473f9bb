import type { CallNotificationEvent } from '@app/contract/messaging/calls';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { subscribe } from '../../platform/live.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { Cause } from './call-host.tsx';
import { readKept } from './kept-call.ts';
import { mayHaveLeft } from './recording/pieces.ts';
import { onCallWish } from './start-call.ts';

const CallHost = lazyPart(() => import('./call-host.tsx').then(({ CallHost }) => CallHost));

/** What concerns calls, of all that is told on the line where people find each other. */
const OF_CALLS: ReadonlySet<string> = new Set<CallNotificationEvent['type']>(['init', 'add_user', 'hangup', 'knock']);
/** Only these bring the windows of a call to life. */
const RINGS: ReadonlySet<string> = new Set<CallNotificationEvent['type']>(['init', 'add_user']);

/** The room that the address names, once: from a push, or from a link that somebody gave. */
function takeAddress(): string | undefined {
  const url = new URL(window.location.href);
  const room = url.searchParams.get('call');
  if (room === null) return undefined;
  url.searchParams.delete('call');
  window.history.replaceState(window.history.state, '', url);
  return room;
}

/** Listens for calls on every page of a signed-in person. The windows are loaded when one rings or is made. */
export function CallsOutlet({ viewerId }: { viewerId: number }) {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<Cause[]>([]);
  const tell = useRef<(cause: Cause) => void>(() => undefined);
  const hear = useRef<((cause: Cause) => void) | null>(null);
  const take = useRef((listener: (cause: Cause) => void) => {
    hear.current = listener;
    for (const cause of waiting.current.splice(0)) listener(cause);
    return () => {
      hear.current = null;
    };
  });

  useEffect(() => {
    const note = (cause: Cause): void => {
      if (hear.current === null) {
        waiting.current.push(cause);
        setOpen(true);
      } else hear.current(cause);
    };
    tell.current = note;
    if (readKept() !== null) note({ is: 'back', room: undefined });
    if (mayHaveLeft()) note({ is: 'recorded' });
    const leaveLine = subscribe(`/ws/callnotification/${viewerId}/`, (told) => {
      const event = told as CallNotificationEvent;
      if (!OF_CALLS.has(event.type)) return;
      // The end of a ring that nobody has heard of.
      if (hear.current === null && waiting.current.length === 0 && !RINGS.has(event.type)) return;
      note({ is: 'event', event });
    });
    const leaveWishes = onCallWish((wish) => note({ is: 'wish', wish }));
    return () => {
      leaveLine();
      leaveWishes();
      tell.current = () => undefined;
    };
  }, [viewerId]);

  const { search } = useLocation();
  useEffect(() => {
    const room = search === '' ? undefined : takeAddress();
    if (room !== undefined) tell.current({ is: 'back', room });
  }, [search]);

  return (
    isOpen && (
      <Suspense>
        <CallHost viewerId={viewerId} take={take.current} />
      </Suspense>
    )
  );
}
