import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { CallChat } from './call-chat.ts';
import type { CallsState, Running } from './call-store.ts';
import type { PageCalls } from './calls.ts';

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

/** «04:12», from an hour on «1:04:12». */
function formatTimer(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`;
}

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
  return began === null ? '' : formatTimer(now - began);
}
