import { useSyncExternalStore } from 'react';
import { formatLocal } from '../../../messaging/chat/composer/format-local.ts';
import { formatMoment } from '../../../platform/format.ts';
import { useLanguage } from '../../../platform/i18n.tsx';

const never = () => () => undefined;

/** A moment by the clock of this device, which the server does not know: what it rendered shows Moscow time. */
export function useLocalMoment(): (moment: string) => string {
  const lang = useLanguage();
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (moment) => (isHere ? formatLocal(lang, new Date(moment)) : formatMoment(moment));
}
