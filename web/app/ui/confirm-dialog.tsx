import { type ReactNode, type RefObject, useId } from 'react';
import { useText } from '../platform/i18n.tsx';
import { button } from './button.ts';
import styles from './confirm-dialog.module.css';
import frame from './dialog.module.css';

interface ConfirmDialogProps {
  /** Open with `ref.current.showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  question: string;
  children: ReactNode;
  verb: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** Confirmation before a destructive action. The focus starts on «Отмена»; Esc does the same. */
export function ConfirmDialog({ ref, question, children, verb, isBusy = false, onConfirm }: ConfirmDialogProps) {
  const t = useText();
  const titleId = useId();
  return (
    <dialog ref={ref} className={frame.dialog} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {question}
      </h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        {/* The dialog focuses its first focusable element, which is this one. */}
        <button type="button" className={button('plain')} onClick={() => ref.current?.close()}>
          {t('frame.cancel')}
        </button>
        <button type="button" className={button('danger')} disabled={isBusy} onClick={onConfirm}>
          {verb}
        </button>
      </div>
    </dialog>
  );
}
