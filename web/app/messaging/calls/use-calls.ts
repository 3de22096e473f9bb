import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { CallsState, Running } from './call-store.ts';
import type { PageCalls } from './calls.ts';
import type { CallChat } from './window/call-chat.ts';
import { formatTimer } from './window/format-timer.ts';

export interface CallsHere {
  calls: PageCalls;
  chat: CallChat;
  viewerId: number;
}

export const CallsContext = createContext<CallsHere | null>(null);

export function useCalls(): CallsHere {
  const here = use(CallsContext);
  if (here === null) throw new Error('Calls are not open');
  return here;
}

export const useCallsState = ({ calls }: Pick<CallsHere, 'calls'>): CallsState =>
  useSyncExternalStore(calls.subscribe, calls.state, calls.state);

const SECOND_MS = 1000;

/** How long the call has run; empty before somebody accepted. */
export function useTimer(running: Running): string {
  const { began } = running;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (began === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [began]);
  return began === null ? '' : formatTimer(Math.max(0, Math.floor((now - began) / SECOND_MS)));
}
