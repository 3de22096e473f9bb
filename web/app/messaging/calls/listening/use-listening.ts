import { useSyncExternalStore } from 'react';
import { useCalls } from '../use-calls.ts';
import type { ListeningView } from './listening-controller.ts';

export function useListening(): ListeningView | null {
  const { listening } = useCalls().calls;
  return useSyncExternalStore(listening.subscribe, listening.view, listening.view);
}
