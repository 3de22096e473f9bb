import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../icon.ts';
import { useOfflineGuard } from '../list/use-offline-guard.ts';
import styles from './offline-strip.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineStrip() {
  const t = useText();
  useOfflineGuard();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <div className={styles.strip}>
          <IconWifiOff size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('frame.offline')}
        </div>
      )}
    </div>
  );
}
