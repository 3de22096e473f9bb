import { lazy, Suspense, useSyncExternalStore } from 'react';
import { closeSubscribePrompt, isSubscribePromptOpen, subscribeToPrompt } from './subscribe-prompt.ts';

const SubscribeModal = lazy(() =>
  import('./subscribe-modal.tsx').then(({ SubscribeModal }) => ({ default: SubscribeModal })),
);

export function SubscribeOutlet() {
  const isOpen = useSyncExternalStore(subscribeToPrompt, isSubscribePromptOpen, () => false);
  return isOpen ? (
    <Suspense>
      <SubscribeModal onClose={closeSubscribePrompt} />
    </Suspense>
  ) : null;
}
