import { useText } from '../../platform/i18n.tsx';
import { PreHydrationButton } from '../../ui/form/pre-hydration-button.tsx';
import { startCall } from './start-call.ts';

/** Call back whoever was missed. Whether they let it, the server says. */
export function CallAgainButton({ userId, className }: { userId: number; className?: string | undefined }) {
  const t = useText('calls');
  return (
    <PreHydrationButton className={className} onPress={() => startCall([userId], { video: false })}>
      {t('calls.again')}
    </PreHydrationButton>
  );
}
