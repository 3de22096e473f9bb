import { IconDots, IconEye, IconEyeOff, IconFlag, IconPencil, IconTrash } from 'virtual:icons';
import { useText } from '../../platform/i18n.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import { Menu, menuRow } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './comment-item.module.css';

export type CommentAction = 'edit' | 'delete' | 'hide' | 'show' | 'report';

const ICONS = { edit: IconPencil, delete: IconTrash, hide: IconEyeOff, show: IconEye, report: IconFlag };

interface CommentMenuProps {
  id: number;
  label: string;
  actions: readonly CommentAction[];
  onAction: (action: CommentAction) => void;
}

export function CommentMenu({ id, label, actions, onAction }: CommentMenuProps) {
  const t = useText('comments');
  const menuId = `comment-menu-${id}`;
  if (actions.length === 0) return null;
  return (
    <div className={styles.menu}>
      <IconButton icon={IconDots} label={label} size={20} hasTooltip popoverTarget={menuId} />
      <Menu id={menuId} label={label}>
        {actions.map((action) => {
          const Icon = ICONS[action];
          return (
            <button key={action} type="button" className={menuRow} onClick={() => onAction(action)}>
              <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
              {t(`comments.${action}`)}
            </button>
          );
        })}
      </Menu>
    </div>
  );
}
