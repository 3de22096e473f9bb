import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './bars.module.css';
import { blockChat } from './engine/actions.ts';

export type ChatClosedReason = 'blocked' | 'private' | 'deleted';

export function ClosedNotice({ by, userId }: { by: ChatClosedReason; userId: number }) {
  const t = useText('chat', 'chats');
  const [isBusy, setBusy] = useState(false);

  async function unblock(): Promise<void> {
    setBusy(true);
    if (await blockChat(userId, false)) toast.success(t('chats.done.unblock'));
    setBusy(false);
  }

  return (
    <div className={`${styles.foot} ${styles.closed}`}>
      <p>{t(`chat.closed.${by}`)}</p>
      {by === 'blocked' && (
        <button type="button" className={button('light')} disabled={isBusy} onClick={() => void unblock()}>
          <IconUserCheck size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('chats.do.unblock')}
        </button>
      )}
    </div>
  );
}
