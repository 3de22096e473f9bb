import { createContext, use, useEffect, useState } from 'react';
import { useMachineState } from '../../platform/state-machine.ts';
import type { ActiveCall, CallsState } from './call-state.ts';
import type { PageCalls } from './calls.ts';
import type { CallChat } from './window/call-chat.ts';
import { formatTimer } from './window/format-timer.ts';

export interface CallsContextValue {
  calls: PageCalls;
  chat: CallChat;
  viewerId: number;
}

export const CallsContext = createContext<CallsContextValue | null>(null);

export function useCalls(): CallsContextValue {
  const context = use(CallsContext);
  if (context === null) throw new Error('Calls are not open');
  return context;
}

export const useCallsState = ({ calls }: Pick<CallsContextValue, 'calls'>): CallsState => useMachineState(calls);

const SECOND_MS = 1000;

/** Formatted duration of the call; empty before the first person accepted. */
export function useTimer(running: ActiveCall): string {
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
