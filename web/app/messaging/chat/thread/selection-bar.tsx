import { IconArrowForwardUp, IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { DELETED_AT_ONCE_MAX, FORWARDED_MAX } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from '../bars.module.css';

interface SelectionBarProps {
  count: number;
  onForward: () => void;
  onCopy: () => void;
  onDelete: () => void;
  onCancel: () => void;
}

export function SelectionBar({ count, onForward, onCopy, onDelete, onCancel }: SelectionBarProps) {
  const t = useText('chat');
  return (
    <section className={styles.foot} aria-label={t('chat.selection')}>
      <button type="button" className={iconButton} aria-label={t('frame.cancel')} onClick={onCancel}>
        <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <p role="status">{t('chat.selected', { count })}</p>
      <button
        type="button"
        className={button('quiet')}
        disabled={count === 0 || count > FORWARDED_MAX}
        onClick={onForward}
      >
        <IconArrowForwardUp size={20} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={styles.label}>{t('chat.actions.forward')}</span>
      </button>
      <button type="button" className={button('quiet')} disabled={count === 0} onClick={onCopy}>
        <IconCopy size={20} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={styles.label}>{t('chat.actions.copy')}</span>
      </button>
      <button
        type="button"
        className={`${button('quiet')} ${styles.danger}`}
        disabled={count === 0 || count > DELETED_AT_ONCE_MAX}
        onClick={onDelete}
      >
        <IconTrash size={20} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={styles.label}>{t('chat.actions.delete')}</span>
      </button>
    </section>
  );
}
