import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import { IconArrowBackUp, IconEyeOff, IconTrash } from 'virtual:icons';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { usersApi } from '#contract/people/users';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { showSignOutReason } from '../../platform/signed-out.ts';
import { button } from '../../ui/button.ts';
import { closeDialog, Dialog, DialogForm, DialogText, dialogActions } from '../../ui/dialog/dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PasswordField } from '../auth/password-field.tsx';
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
  const form = useForm({
    initial: { login: '', password: '' },
    t,
    check: (typed) => ({
      ...(typed.login.trim().toLowerCase() !== login.toLowerCase() && { login: 'data.leave.wrongLogin' }),
      ...(typed.password === '' && { password: 'data.leave.noPassword' }),
    }),
    onError() {
      showSignOutReason(false);
      form.replace((known) => ({ ...known, password: '' }));
      return false;
    },
    async send({ password }) {
      showSignOutReason();
      await call(usersApi.remove, { params: { id: userId }, body: { current_password: password } });
      onLeft();
    },
  });

  return (
    <DialogForm
      ref={form.props.ref}
      verb={t('data.leave.open')}
      tone="danger"
      isSending={form.isSending}
      onSubmit={form.props.onSubmit}
    >
      <TextInput
        {...form.field('login')}
        label={t('data.leave.type', { login })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...form.field('password')} label={t('data.password')} autoComplete="current-password" />
    </DialogForm>
  );
}
