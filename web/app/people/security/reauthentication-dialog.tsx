import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { securityApi } from '#contract/people/security';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { isCancelled, signInByPasskey } from '../auth/passkey-ceremony.ts';
import { PasswordDialog } from './password-dialog.tsx';

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
  const { isSending, submit } = useSubmit({ onError: isCancelled });

  function confirm(password: string): void {
    if (password === '') {
      toast.error(t('security.proof.empty'));
      return;
    }
    void submit(async () => {
      await call(securityApi.reauthenticate, { body: { password } });
      onReauthenticated();
    });
  }

  return (
    <PasswordDialog
      ref={ref}
      words={{
        title: t('security.proof.title'),
        text: t('security.proof.text'),
        password: t('security.proof.password'),
        show: t('auth.password.show'),
        verb: t('security.proof.confirm'),
      }}
      isSending={isSending}
      isOpen={isOpen}
      onPassword={confirm}
      onClose={onClose}
    >
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
    </PasswordDialog>
  );
}
