import { type Icon, IconPencil, IconPlus, IconTrash } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './row-buttons.module.css';

interface RowButtonProps {
  icon: Icon;
  /** Accessible name with the name of the row: «Изменить: Казань». */
  label: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

export function RowButton({ icon: Icon, label, isDanger = false, isDisabled, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className={`${iconButton} ${isDanger ? styles.danger : ''}`}
      disabled={isDisabled}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}

interface RowButtonsProps {
  name: string;
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

export function RowButtons({ name, onEdit, onRemove }: RowButtonsProps) {
  const t = useText('admin');
  return (
    <>
      {onEdit && <RowButton icon={IconPencil} label={t('admin.edit.named', { name })} onPress={onEdit} />}
      {onRemove && <RowButton icon={IconTrash} label={t('admin.remove.named', { name })} isDanger onPress={onRemove} />}
    </>
  );
}

export function AddButton({ onPress }: { onPress: () => void }) {
  const t = useText('admin');
  return (
    <button type="button" className={button('primary')} onClick={onPress}>
      <IconPlus size={18} stroke={2} aria-hidden="true" />
      {t('admin.add')}
    </button>
  );
}
