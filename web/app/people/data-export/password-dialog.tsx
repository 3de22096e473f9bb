import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { PasswordInput } from '@mantine/core';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import frame from '../../ui/dialog.module.css';
import styles from './data.module.css';

interface PasswordDialogProps {
  /** Open with `ref.current.showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  text: string;
  verb: string;
  isSending: boolean;
  /** The field is rendered only in the open dialog, so that password managers do not fill an invisible field. */
  isOpen: boolean;
  onPassword: (password: string) => void;
}

export function PasswordDialog({ ref, text, verb, isSending, isOpen, onPassword }: PasswordDialogProps) {
  const t = useText('data');
  const titleId = useId();
  const [password, setPassword] = useState('');

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (password !== '') onPassword(password);
    setPassword('');
  }

  return (
    <dialog ref={ref} className={frame.dialog} aria-labelledby={titleId} onClose={() => setPassword('')}>
      <h2 id={titleId} className={styles.dialogTitle}>
        {t('data.proof.title')}
      </h2>
      <p className={styles.dialogText}>{text}</p>
      {isOpen && (
        <form noValidate className={styles.form} onSubmit={handleSubmit}>
          <PasswordInput
            label={t('data.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('data.password.show') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className={styles.dialogActions}>
            <button type="button" className={button('plain')} onClick={() => ref.current?.close()}>
              {t('frame.cancel')}
            </button>
            <button type="submit" className={button('primary')} aria-busy={isSending} disabled={password === ''}>
              {verb}
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
}
