import { useCallback, useSyncExternalStore } from 'react';
import type { Draft } from './chat-types.ts';
import { readDraft, watchDraft, writeDraft } from './drafts.ts';

/** The text that waits in the field of a dialog: on every device, without a network too. */
export function useDraft(userId: number): Draft {
  const subscribe = useCallback((listener: () => void) => watchDraft(userId, listener), [userId]);
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(userId),
    () => '',
  );
  const setText = useCallback((typed: string) => writeDraft(userId, typed), [userId]);
  return { text, setText };
}
