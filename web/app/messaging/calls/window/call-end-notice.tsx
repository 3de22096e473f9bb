import { IconPhone } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import styles from './call-window.module.css';

export function CallEndNotice({ running, name }: { running: ActiveCall; name: string }) {
  const t = useText('calls');
  const { calls, viewerId } = useCalls();
  const { endReason, call } = running;
  const others = call?.people.filter(({ user_id }) => user_id !== viewerId).map(({ user_id }) => user_id) ?? [];
  const mayRepeat = (endReason === 'missed' || endReason === 'busy' || endReason === 'lost') && others.length > 0;
  return (
    <div className={`${styles.over} ${styles.tiles}`} role="status">
      <h3>{t(`calls.over.${endReason ?? 'left'}`)}</h3>
      <p>{name}</p>
      <div className={styles.overActions}>
        {mayRepeat && (
          <TextButton
            icon={IconPhone}
            text={t('calls.again')}
            className={styles.plain}
            onClick={() => {
              calls.hangUp();
              void calls.start(others, { video: call?.video === 1, adId: call?.ad?.id });
            }}
          />
        )}
        <TextButton text={t('frame.close')} className={styles.plain} onClick={() => calls.hangUp()} />
      </div>
    </div>
  );
}
