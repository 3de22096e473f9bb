import { useSyncExternalStore } from 'react';
import { formatDateTime } from '../../../platform/format/format.ts';
import { formatLocal } from '../../../platform/format/format-local.ts';
import { useLanguage } from '../../../platform/i18n.tsx';

const never = () => () => undefined;

/** Formats a timestamp in the time zone of the device. The server does not know that zone and renders Moscow time. */
export function useLocalDateTime(): (timestamp: string) => string {
  const lang = useLanguage();
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (timestamp) => (isHydrated ? formatLocal(lang, new Date(timestamp)) : formatDateTime(timestamp));
}
