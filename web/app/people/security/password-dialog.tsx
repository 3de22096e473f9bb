import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { Dialog, DialogForm, DialogText } from '../../ui/dialog/dialog.tsx';

interface PasswordDialogProps {
  /** Open with `ref.current.showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  words: Record<'title' | 'text' | 'password' | 'show' | 'verb', string>;
  isSending: boolean;
  /** The field is rendered only in the open dialog, so that password managers do not fill an invisible field. */
  isOpen: boolean;
  /** Disables the button while the field is empty. */
  needsPassword?: boolean;
  children?: ReactNode;
  onPassword: (password: string) => void;
  onClose?: () => void;
}

/** Asks for the password again before a protected action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { ref, words, isSending, isOpen, needsPassword, children, onPassword, onClose } = props;
  const [password, setPassword] = useState('');

  function close(): void {
    setPassword('');
    onClose?.();
  }

  function submit(): void {
    setPassword('');
    onPassword(password);
  }

  return (
    <Dialog ref={ref} title={words.title} onClose={close}>
      <DialogText>{words.text}</DialogText>
      {isOpen && (
        <DialogForm
          verb={words.verb}
          isSending={isSending}
          isDisabled={needsPassword === true && password === ''}
          onSubmit={submit}
        >
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': words.show }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {children}
        </DialogForm>
      )}
    </Dialog>
  );
}
