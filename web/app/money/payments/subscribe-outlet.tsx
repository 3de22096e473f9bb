import { lazy, Suspense, useSyncExternalStore } from 'react';
import { closeSubscribePrompt, isSubscribePromptOpen, subscribeToPrompt } from './subscribe-prompt.ts';

const SubscribeModal = lazy(() =>
  import('./subscribe-modal.tsx').then(({ SubscribeModal }) => ({ default: SubscribeModal })),
);

/** Stands in the root; the modal and what it needs load when it first opens. */
export function SubscribeOutlet() {
  const isOpen = useSyncExternalStore(subscribeToPrompt, isSubscribePromptOpen, () => false);
  return isOpen ? (
    <Suspense>
      <SubscribeModal onClose={closeSubscribePrompt} />
    </Suspense>
  ) : null;
}
