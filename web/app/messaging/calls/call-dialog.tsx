import { IconX } from 'virtual:icons';
import { type ReactNode, useId } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { BareDialog, closeDialog } from '../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './call-dialog.module.css';
import dark from './window/call-window.module.css';

interface CallDialogProps {
  title: string;
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function CallDialog({ title, actions, onClose, children }: CallDialogProps) {
  const t = useText();
  const id = useId();
  return (
    <BareDialog className={`${dark.dark} ${styles.dialog}`} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label={t('frame.close')} onClick={closeDialog}>
          <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      {children}
      <div className={styles.actions}>{actions}</div>
    </BareDialog>
  );
}
