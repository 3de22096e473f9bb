import { IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { IconButton, TextButton } from '../../ui/buttons.tsx';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import styles from './music-dialog.module.css';

interface MusicDialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  about?: string;
  onClose: () => void;
  children: ReactNode;
}

export function MusicDialog({ ref, title, about, onClose, children }: MusicDialogProps) {
  const t = useText();
  const titleId = useId();
  useEffect(() => ref.current?.showModal(), [ref]);
  return (
    <BareDialog ref={ref} className={`${frame.dialog} ${styles.dialog}`} aria-labelledby={titleId} onClose={onClose}>
      <header className={styles.head}>
        <div>
          <h2 id={titleId}>{title}</h2>
          {about && <p className="dim clip1">{about}</p>}
        </div>
        <IconButton
          icon={IconX}
          label={t('frame.close')}
          className={`${iconButton} ${styles.close}`}
          onClick={() => ref.current?.close()}
        />
      </header>
      {children}
    </BareDialog>
  );
}

interface DialogActionsProps {
  label: string;
  isSending: boolean;
  onCancel?: () => void;
}

export function DialogActions({ label, isSending, onCancel }: DialogActionsProps) {
  const t = useText();
  return (
    <div className={styles.actions}>
      {onCancel && <TextButton text={t('frame.cancel')} className={button('plain')} onClick={onCancel} />}
      <TextButton text={label} type="submit" className={button('primary')} aria-busy={isSending} />
    </div>
  );
}

/** Class name for forms inside a music dialog: styles fields with labels, selects, switches and hints. */
export const dialogForm: string = styles.form ?? '';
export const dialogField: string = styles.field ?? '';
export const dialogSelect: string = styles.select ?? '';
export const dialogNote: string = styles.note ?? '';
export const dialogProblem: string = styles.problem ?? '';
export const dialogSwitch: string = styles.switch ?? '';
