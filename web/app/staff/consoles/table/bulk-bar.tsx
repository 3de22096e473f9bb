import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** Bar of bulk actions at the bottom of the screen, shown while rows are selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useText('admin');
  return (
    <div role="status">
      {count > 0 && (
        <div className={styles.bar}>
          <span className={styles.count}>{t('admin.selected', { count })}</span>
          {children}
          <button type="button" className={button('quiet', 'small')} onClick={onClear}>
            {t('admin.selected.clear')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Returns a function that shows a toast with an undo button. */
export function useUndoToast(): (message: string, onUndo: () => void) => void {
  const t = useText('admin');
  return (message, onUndo) => toast.success(message, { action: { label: t('admin.undo'), onPress: onUndo } });
}
