import { useSyncExternalStore } from 'react';
import { formatLocal } from '../../../messaging/chat/composer/format-local.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { useLanguage } from '../../../platform/i18n.tsx';

const never = () => () => undefined;

/** A moment by the clock of this device, which the server does not know: what it rendered shows Moscow time. */
export function useLocalDateTime(): (timestamp: string) => string {
  const lang = useLanguage();
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (timestamp) => (isHydrated ? formatLocal(lang, new Date(timestamp)) : formatDateTime(timestamp));
}
