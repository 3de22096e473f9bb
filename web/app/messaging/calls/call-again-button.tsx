import { useText } from '../../platform/i18n.tsx';
import { PreHydrationButton } from '../../ui/form/pre-hydration-button.tsx';
import { startCall } from './start-call.ts';

/** Calls the person of a past call again. The server decides whether that person accepts calls from the viewer. */
export function CallAgainButton({ userId, className }: { userId: number; className?: string | undefined }) {
  const t = useText('calls');
  return (
    <PreHydrationButton className={className} onPress={() => startCall([userId], { video: false })}>
      {t('calls.again')}
    </PreHydrationButton>
  );
}
