import { useCallback, useSyncExternalStore } from 'react';
import { getDraftText, updateDraft, watchDraft } from './drafts.ts';

export function useDraft(userId: number) {
  const subscribe = useCallback((listener: () => void) => watchDraft(userId, listener), [userId]);
  const text = useSyncExternalStore(
    subscribe,
    () => getDraftText(userId),
    () => '',
  );
  const setText = useCallback((typed: string) => updateDraft(userId, typed), [userId]);
  return { text, setText };
}
