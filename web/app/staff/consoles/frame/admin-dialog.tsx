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
  /** Twice as wide, for forms of two columns. */
  isWide?: boolean;
  /** Esc, «Отмена», or whatever else leads out. */
  onClose: () => void;
  children: ReactNode;
}

/** A window over a page of the administration. It is open as long as it is there. The first field, or `data-first`, has the focus. */
export function AdminDialog({ title, isWide = false, onClose, children }: AdminDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const root = dialog.current;
    // What has opened it gets the focus back.
    const opener = document.activeElement;
    // The browser goes there by itself: a field that opens its list at the focus would stay open behind it.
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
        // A field's own list answers Esc first.
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
  /** Of the button that sends it. */
  verb: string;
  isSending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Fields of a dialog with «Отмена» and the button that sends them. Enter in a field sends too. */
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
  /** What follows from agreeing. */
  children: ReactNode;
  /** The verb of the red button. */
  verb: string;
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question before something is lost. The focus starts on «Отмена»; Esc means the same. */
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
