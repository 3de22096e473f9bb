import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { securityApi } from '#contract/people/security';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Dialog, DialogForm, DialogText } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { isCancelled, signInByPasskey } from '../auth/passkey-ceremony.ts';
import { PasswordField } from '../auth/password-field.tsx';

export interface Reauthentication {
  /** Must be rendered by the page; opens when the server requires re-authentication. */
  dialog: ReactNode;
  /**
   * Runs an action; if the server requires re-authentication, asks for it and runs the action again. Undefined when the
   * user cancels.
   */
  withReauthentication<Result>(action: () => Promise<Result>): Promise<Result | undefined>;
}

interface ReauthenticationOptions {
  /** Offers a passkey beside the password. */
  hasPasskey?: boolean;
  /** Instead of the texts of the security settings. */
  words?: Record<'title' | 'text' | 'password' | 'verb', string>;
}

/** Re-authentication before a protected action. */
export function useReauthentication(options: ReauthenticationOptions = {}): Reauthentication {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null);

  async function withReauthentication<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await action();
    } catch (error) {
      if (!isApiError(error) || error.body.code !== 'current_password_required') throw error;
    }
    const isConfirmed = await new Promise<boolean>((answer) => setAsked({ answer }));
    setAsked(null);
    return isConfirmed ? action() : undefined;
  }

  return { dialog: asked && <ReauthenticationDialog {...options} onAnswer={asked.answer} />, withReauthentication };
}

interface ReauthenticationDialogProps extends ReauthenticationOptions {
  onAnswer: (isConfirmed: boolean) => void;
}

function ReauthenticationDialog({ hasPasskey = false, words, onAnswer }: ReauthenticationDialogProps) {
  const t = useText('security');
  const [password, setPassword] = useState('');
  const { isSending, submit } = useSubmit({ onError: isCancelled });

  function confirm(): void {
    setPassword('');
    if (password === '') {
      toast.error(t('security.proof.empty'));
      return;
    }
    void submit(async () => {
      await call(securityApi.reauthenticate, { body: { password } });
      onAnswer(true);
    });
  }

  const confirmByPasskey = (): Promise<void> =>
    submit(async () => {
      await signInByPasskey();
      onAnswer(true);
    });

  return (
    <Dialog title={words?.title ?? t('security.proof.title')} onClose={() => onAnswer(false)}>
      <DialogText>{words?.text ?? t('security.proof.text')}</DialogText>
      <DialogForm
        verb={words?.verb ?? t('security.proof.confirm')}
        isSending={isSending}
        isDisabled={words !== undefined && password === ''}
        onSubmit={confirm}
      >
        <PasswordField
          label={words?.password ?? t('security.proof.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {hasPasskey && (
          <button
            type="button"
            className={button('light')}
            disabled={isSending}
            onClick={() => void confirmByPasskey()}
          >
            <IconFingerprint size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('security.proof.passkey')}
          </button>
        )}
      </DialogForm>
    </Dialog>
  );
}
