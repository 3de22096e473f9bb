import type { ReactNode } from 'react';
import { BareDialog, DialogClose } from '../../ui/dialog/dialog.tsx';
import styles from './person-sheet.module.css';

export function PersonSheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <BareDialog className={styles.sheet} aria-label={label} closesOutside onClose={onClose}>
      <DialogClose className={styles.close} />
      {children}
    </BareDialog>
  );
}
