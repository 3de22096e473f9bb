import { IconFingerprint } from 'virtual:icons';
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
export function useReauthentication({ hasPasskey = false, words }: ReauthenticationOptions = {}): Reauthentication {
  // Here, so that the texts are loaded before the dialog opens.
  const t = useText('security', 'auth');
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

  const dialog = asked && (
    <ReauthenticationDialog
      hasPasskey={hasPasskey}
      needsPassword={words !== undefined}
      words={
        words ?? {
          title: t('security.proof.title'),
          text: t('security.proof.text'),
          password: t('security.proof.password'),
          verb: t('security.proof.confirm'),
        }
      }
      onAnswer={asked.answer}
    />
  );
  return { dialog, withReauthentication };
}

interface ReauthenticationDialogProps extends Required<ReauthenticationOptions> {
  /** Disables the button while the field is empty; otherwise a press explains. */
  needsPassword: boolean;
  onAnswer: (isConfirmed: boolean) => void;
}

function ReauthenticationDialog(props: ReauthenticationDialogProps) {
  const { hasPasskey, words, needsPassword, onAnswer } = props;
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
    <Dialog title={words.title} onClose={() => onAnswer(false)}>
      <DialogText>{words.text}</DialogText>
      <DialogForm
        verb={words.verb}
        isSending={isSending}
        isDisabled={needsPassword && password === ''}
        onSubmit={confirm}
      >
        <PasswordField
          label={words.password}
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
