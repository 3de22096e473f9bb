import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { PasswordInput, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usersApi } from '#contract/people/users';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { showSignOutReason } from '../../platform/signed-out.ts';
import { button } from '../../ui/button.ts';
import { closeDialog, Dialog, DialogForm, DialogText, dialogActions } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './data.module.css';

const STEPS = [
  { text: 'data.leave.now', icon: IconEyeOff },
  { text: 'data.leave.return', icon: IconArrowBackUp },
  { text: 'data.leave.after', icon: IconTrash },
] as const;

interface LeavePanelProps {
  userId: number;
  login: string;
}

/** Deletes the account. Typing the login and the password prevents deletion by accident. */
export function LeavePanel({ userId, login }: LeavePanelProps) {
  const t = useText('data');
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setAsked] = useState(false);
  return (
    <section id="leave" className={styles.section} aria-labelledby="leave-title">
      <h2 id="leave-title">{t('data.leave.title')}</h2>
      <ul className={styles.steps}>
        {STEPS.map(({ text, icon: Icon }) => (
          <li key={text}>
            <Icon size={22} stroke={ICON_STROKE} aria-hidden="true" />
            {t(text)}
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('data.leave.exportFirst')}</p>
      <button
        type="button"
        className={button('outline')}
        data-tone="berry"
        onClick={() => {
          setAsked(true);
          dialog.current?.showModal();
        }}
      >
        {t('data.leave.open')}
      </button>
      <LeaveDialog ref={dialog} userId={userId} login={login} isOpen={isAsked} onClose={() => setAsked(false)} />
    </section>
  );
}

interface LeaveDialogProps extends LeavePanelProps {
  ref: React.RefObject<HTMLDialogElement | null>;
  /** Fields are rendered only in the open dialog, so that password managers do not fill invisible fields. */
  isOpen: boolean;
  onClose: () => void;
}

function LeaveDialog({ ref, userId, login, isOpen, onClose }: LeaveDialogProps) {
  const t = useText('data');
  const [hasLeft, setHasLeft] = useState(false);
  return (
    <Dialog
      ref={ref}
      title={t(hasLeft ? 'data.leave.bye' : 'data.leave.question')}
      onClose={() => (hasLeft ? window.location.assign('/') : onClose())}
    >
      {hasLeft ? (
        <>
          <DialogText role="status">{t('data.leave.byeText')}</DialogText>
          <div className={dialogActions}>
            <button type="button" className={button('primary')} onClick={closeDialog}>
              {t('data.leave.byeHome')}
            </button>
          </div>
        </>
      ) : (
        <>
          <DialogText>{t('data.leave.return')}</DialogText>
          {isOpen && <LeaveForm userId={userId} login={login} onLeft={() => setHasLeft(true)} />}
        </>
      )}
    </Dialog>
  );
}

interface LeaveFormProps extends LeavePanelProps {
  onLeft: () => void;
}

function LeaveForm({ userId, login, onLeft }: LeaveFormProps) {
  const t = useText('data');
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<{ login?: string; password?: string }>({});
  const { isSending, submit } = useSubmit({
    onError() {
      showSignOutReason(false);
      setPassword('');
      return false;
    },
  });

  function leave(): void {
    const isLogin = typed.trim().toLowerCase() === login.toLowerCase();
    setWrong({
      ...(!isLogin && { login: t('data.leave.wrongLogin') }),
      ...(password === '' && { password: t('data.leave.noPassword') }),
    });
    if (!isLogin || password === '') return;
    void submit(async () => {
      showSignOutReason();
      await call(usersApi.remove, { params: { id: userId }, body: { current_password: password } });
      onLeft();
    });
  }

  return (
    <DialogForm verb={t('data.leave.open')} tone="danger" isSending={isSending} onSubmit={leave}>
      <TextInput
        label={t('data.leave.type', { login })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={wrong.login}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('data.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('data.password.show') }}
        value={password}
        error={wrong.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
