import { IconWifiOff } from 'virtual:icons';
import { useText } from '../../platform/i18n.tsx';
import { useIsOnline } from '../hooks/use-is-online.ts';
import { ICON_STROKE } from '../icon.ts';
import { useOfflineGuard } from '../list/use-offline-guard.ts';
import styles from './offline-strip.module.css';

export function OfflineStrip() {
  const t = useText();
  useOfflineGuard();
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <div className={styles.strip}>
          <IconWifiOff size={19} stroke={ICON_STROKE} aria-hidden="true" />
          <span>
            {t('frame.offline')} <span className={styles.loaded}>{t('frame.offline.loaded')}</span>
          </span>
        </div>
      )}
    </div>
  );
}
