import type { ReactNode, RefObject } from 'react';
import { button } from '../button.ts';
import { Dialog, DialogActions, DialogText } from './dialog.tsx';

interface ConfirmDialogProps {
  /** With a ref it is opened by `ref.current.showModal()`; without one it is open while mounted. */
  ref?: RefObject<HTMLDialogElement | null>;
  question: string;
  children: ReactNode;
  verb: string;
  isBusy?: boolean;
  /** Stays enabled while busy, because a second press gets an explanation. */
  isSending?: boolean;
  onConfirm: () => void;
  onClose?: () => void;
}

/** Confirmation before a destructive action. The focus starts on «Отмена», the first button; Esc does the same. */
export function ConfirmDialog({ question, children, verb, isBusy, isSending, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog title={question} {...rest}>
      <DialogText>{children}</DialogText>
      <DialogActions>
        <button type="button" className={button('danger')} disabled={isBusy} aria-busy={isSending} onClick={onConfirm}>
          {verb}
        </button>
      </DialogActions>
    </Dialog>
  );
}
