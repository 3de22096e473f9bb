import { type Icon, IconArrowForwardUp, IconCopy, IconTrash, IconX } from 'virtual:icons';
import { DELETED_AT_ONCE_MAX, FORWARDED_MAX } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
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
  const action = (
    Picture: Icon,
    name: 'forward' | 'copy' | 'delete',
    max: number,
    onPress: () => void,
    className = '',
  ) => (
    <button
      type="button"
      className={`${button('quiet')} ${className}`}
      disabled={count === 0 || count > max}
      onClick={onPress}
    >
      <Picture size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <span className={styles.label}>{t(`chat.actions.${name}`)}</span>
    </button>
  );
  return (
    <section className={styles.foot} aria-label={t('chat.selection')}>
      <IconButton icon={IconX} size={22} label={t('frame.cancel')} onClick={onCancel} />
      <p role="status">{t('chat.selected', { count })}</p>
      {action(IconArrowForwardUp, 'forward', FORWARDED_MAX, onForward)}
      {action(IconCopy, 'copy', Number.POSITIVE_INFINITY, onCopy)}
      {action(IconTrash, 'delete', DELETED_AT_ONCE_MAX, onDelete, styles.danger)}
    </section>
  );
}
