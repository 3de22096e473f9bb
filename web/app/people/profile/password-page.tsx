import { type FormEvent, useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { PASSWORD_MIN, usersApi } from '#contract/people/users';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PasswordField } from '../auth/password-field.tsx';
import { type NewPassword, NewPasswordFields } from '../auth/recovery/new-password-fields.tsx';
import styles from '../users/settings.module.css';
import type { Route } from './+types/password-page.ts';
import { ProfileFrame } from './profile-frame.tsx';

export const handle = { texts: ['settings', 'auth'] } satisfies PageHandle;

const EMPTY: NewPassword = { first: '', second: '' };

export function loader({ context }: Route.LoaderArgs): { userId: number } {
  const { viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/profile/password');
  return { userId: viewer.user_id };
}

/** Changes the password with the current one. Any error clears all three fields. */
export default function PasswordPage({ loaderData: { userId } }: Route.ComponentProps) {
  const t = useText('settings', 'auth');
  const navigate = useNavigate();
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState(EMPTY);
  const { isSending, submit } = useSubmit({ onError: () => clear() });

  function clear(): false {
    setCurrent('');
    setFresh(EMPTY);
    return false;
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(async () => {
      if (current === '' || fresh.first.length < PASSWORD_MIN || fresh.first !== fresh.second) {
        clear();
        toast.error(t('settings.password.invalid'));
        return;
      }
      await call(usersApi.change, {
        params: { id: userId },
        body: { password: fresh.first, current_password: current },
      });
      clear();
      toast.success(t('settings.password.done'));
      await navigate('/profile/settings');
    });
  }

  return (
    <ProfileFrame title={t('settings.section.password')}>
      <p className="dim">{t('settings.password.text')}</p>
      <form noValidate className={styles.form} onSubmit={handleSubmit}>
        <PasswordField
          label={t('settings.password.current')}
          withAsterisk
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields value={fresh} onChange={setFresh} />
        <div className={styles.actions}>
          <SubmitButton isSending={isSending}>{t('settings.password.save')}</SubmitButton>
          <Link to="/recovery" className="link">
            {t('settings.password.forgot')}
          </Link>
        </div>
      </form>
    </ProfileFrame>
  );
}
