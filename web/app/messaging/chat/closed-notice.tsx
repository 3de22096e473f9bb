import { IconUserCheck } from 'virtual:icons';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './bars.module.css';
import { useBusy } from './use-busy.ts';
import { useUnblock } from './use-unblock.ts';

export type ChatClosedReason = 'blocked' | 'private' | 'deleted';

export function ClosedNotice({ by, userId }: { by: ChatClosedReason; userId: number }) {
  const t = useText('chat', 'chats');
  const { isBusy, run } = useBusy();
  const unblock = useUnblock(userId);

  return (
    <div className={`${styles.foot} ${styles.closed}`}>
      <p>{t(`chat.closed.${by}`)}</p>
      {by === 'blocked' && (
        <button type="button" className={button('light')} disabled={isBusy} onClick={() => void run(unblock)}>
          <IconUserCheck size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('chats.do.unblock')}
        </button>
      )}
    </div>
  );
}
