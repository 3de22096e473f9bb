import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { PasswordInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { securityApi } from '#contract/people/security';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import frame from '../../ui/dialog.module.css';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { isCancelled, signInByPasskey } from '../auth/passkey-ceremony.ts';
import styles from './security.module.css';

export interface Reauthentication {
  /** Must be rendered by the page; opens when the server requires re-authentication. */
  dialog: ReactNode;
  /**
   * Runs an action; if the server requires re-authentication, asks for it and runs the action again. Undefined when the
   * user cancels.
   */
  withReauthentication<Result>(action: () => Promise<Result>): Promise<Result | undefined>;
}

/** Re-authentication for security settings. `hasPasskey` offers a passkey beside the password. */
export function useReauthentication({ hasPasskey = false }: { hasPasskey?: boolean } = {}): Reauthentication {
  const ref = useRef<HTMLDialogElement>(null);
  const resolver = useRef<(isConfirmed: boolean) => void>(undefined);
  const [isOpen, setOpen] = useState(false);

  function requestReauthentication(): Promise<boolean> {
    return new Promise((resolve) => {
      resolver.current = resolve;
      // The field is rendered only in the open dialog, so that password managers do not fill an invisible field.
      flushSync(() => setOpen(true));
      ref.current?.showModal();
    });
  }

  async function withReauthentication<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await action();
    } catch (error) {
      if (!isApiError(error) || error.body.code !== 'current_password_required') throw error;
    }
    return (await requestReauthentication()) ? action() : undefined;
  }

  const dialog = (
    <ReauthenticationDialog
      ref={ref}
      isOpen={isOpen}
      hasPasskey={hasPasskey}
      onReauthenticated={() => {
        resolver.current?.(true);
        ref.current?.close();
      }}
      onClose={() => {
        setOpen(false);
        resolver.current?.(false);
      }}
    />
  );
  return { dialog, withReauthentication };
}

interface ReauthenticationDialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  isOpen: boolean;
  hasPasskey: boolean;
  onReauthenticated: () => void;
  onClose: () => void;
}

function ReauthenticationDialog({ ref, isOpen, hasPasskey, onReauthenticated, onClose }: ReauthenticationDialogProps) {
  const t = useText('security', 'auth');
  const titleId = useId();
  const [password, setPassword] = useState('');
  const { isSending, submit } = useSubmit({
    onError: (error) => {
      setPassword('');
      return isCancelled(error);
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    // The dialog may be inside a form of its page.
    event.stopPropagation();
    if (password === '') {
      toast.error(t('security.proof.empty'));
      return;
    }
    void submit(async () => {
      await call(securityApi.reauthenticate, { body: { password } });
      setPassword('');
      onReauthenticated();
    });
  }

  return (
    <dialog
      ref={ref}
      className={frame.dialog}
      aria-labelledby={titleId}
      onClose={() => {
        setPassword('');
        onClose();
      }}
    >
      <h2 id={titleId} className={styles.dialogTitle}>
        {t('security.proof.title')}
      </h2>
      <p className={styles.dialogText}>{t('security.proof.text')}</p>
      {isOpen && (
        <form noValidate className={styles.dialogForm} onSubmit={handleSubmit}>
          <PasswordInput
            label={t('security.proof.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('auth.password.show') }}
          />
          {hasPasskey && (
            <button
              type="button"
              className={button('light')}
              disabled={isSending}
              onClick={() =>
                void submit(async () => {
                  await signInByPasskey();
                  onReauthenticated();
                })
              }
            >
              <IconFingerprint size={20} stroke={ICON_STROKE} aria-hidden="true" />
              {t('security.proof.passkey')}
            </button>
          )}
          <div className={styles.dialogActions}>
            <button type="button" className={button('plain')} onClick={() => ref.current?.close()}>
              {t('frame.cancel')}
            </button>
            <button type="submit" className={button('primary')} disabled={isSending}>
              {t('security.proof.confirm')}
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
}
