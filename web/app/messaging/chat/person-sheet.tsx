import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './person-sheet.module.css';

export function PersonSheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <BareDialog
      ref={dialog}
      className={styles.sheet}
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <button
        type="button"
        className={`${iconButton} ${styles.close}`}
        aria-label={t('frame.close')}
        onClick={() => dialog.current?.close()}
      >
        <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      {children}
    </BareDialog>
  );
}
