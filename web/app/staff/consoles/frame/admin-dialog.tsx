import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import frame from '../../../ui/dialog.module.css';
import styles from './admin-dialog.module.css';

interface AdminDialogProps {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Modal dialog of the admin area, open while mounted. The first field, or the one with `data-first`, gets the focus.
 */
export function AdminDialog({ title, isWide = false, onClose, children }: AdminDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const root = dialog.current;
    const opener = document.activeElement;
    // `autofocus` lets `showModal` set the focus; a field that opens its list on focus would otherwise leave the list
    // open behind the dialog.
    root?.querySelector('[data-first]')?.setAttribute('autofocus', '');
    root?.showModal();
    return () => {
      root?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={frame.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Esc closes a field's own list first.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

interface AdminFormProps {
  verb: string;
  isSending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function AdminForm({ verb, isSending, onSubmit, onClose, children }: AdminFormProps) {
  const t = useText();
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      {children}
      <div className={styles.actions}>
        <button type="button" className={button('plain')} onClick={onClose}>
          {t('frame.cancel')}
        </button>
        <Button type="submit" aria-busy={isSending} loading={isSending}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

interface ConfirmProps {
  question: string;
  children: ReactNode;
  verb: string;
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation before a destructive action. The focus starts on «Отмена»; Esc does the same. */
export function AdminConfirm({ question, children, verb, isSending, onConfirm, onClose }: ConfirmProps) {
  const t = useText();
  return (
    <AdminDialog title={question} onClose={onClose}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <button type="button" data-first className={button('plain')} onClick={onClose}>
          {t('frame.cancel')}
        </button>
        <button type="button" className={button('danger')} aria-busy={isSending} onClick={onConfirm}>
          {verb}
        </button>
      </div>
    </AdminDialog>
  );
}
