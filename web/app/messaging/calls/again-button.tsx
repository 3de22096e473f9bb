import { useText } from '../../platform/i18n.tsx';
import { EarlyButton } from '../../ui/form/early-button.tsx';
import { startCall } from './start-call.ts';

/** Call back whoever was missed. Whether they let it, the server says. */
export function AgainButton({ userId, className }: { userId: number; className?: string | undefined }) {
  const t = useText('calls');
  return (
    <EarlyButton className={className} onPress={() => startCall([userId], { video: false })}>
      {t('calls.again')}
    </EarlyButton>
  );
}
