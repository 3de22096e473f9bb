import { IconCheck, IconMail, IconMailOff, IconSend } from 'virtual:icons';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { usersApi } from '#contract/people/users';
import { FEEDBACK_CLOSE_MS, FEEDBACK_MAX, feedbackApi } from '#contract/staff/feedback';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { button } from '../../ui/button.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './feedback-form.module.css';

/** Feedback form. The answer is sent to the email address of the profile, so the form requires one. */
export function FeedbackForm({ userId, onSent }: { userId: number | null; onSent?: (() => void) | undefined }) {
  const t = useText('feedback');
  const titleId = useId();
  return (
    <section className={styles.feedback} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('feedback.title')}
      </h2>
      {userId === null ? (
        <p>
          {t('feedback.signIn')}{' '}
          <Link to="/auth?next=/contacts" className="link">
            {t('frame.signIn')}
          </Link>
        </p>
      ) : (
        <FeedbackFields userId={userId} onSent={onSent} />
      )}
    </section>
  );
}

function FeedbackFields({ userId, onSent }: { userId: number; onSent: (() => void) | undefined }) {
  const t = useText('feedback');
  const [isDone, setDone] = useState(false);
  const key = useRef(randomKey());
  const field = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const email = useOwnEmail(userId);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), FEEDBACK_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const form = useForm({
    initial: { message: '' },
    check: ({ message }) => ({ message: message.trim() === '' ? 'feedback.empty' : undefined }),
    t,
    onInvalid: () => field.current?.focus(),
    onChange: () => {
      key.current = randomKey();
    },
    send: async ({ message }) => {
      await call(feedbackApi.add, { body: { message: message.trim() }, idempotencyKey: key.current });
      form.change({ message: '' });
      setDone(true);
      onSent?.();
    },
    onError: (error) => {
      if (!isApiError(error)) return false;
      const isOffline = error.status === 0;
      form.reject({ message: error.body.message || t(isOffline ? 'frame.error.network' : 'frame.error.generic') });
      return true;
    },
  });
  if (isDone) {
    return (
      <p className={styles.done} role="status">
        <IconCheck size={22} stroke={ICON_STROKE} aria-hidden="true" />
        {t('feedback.done')}
      </p>
    );
  }
  if (email === '') {
    return (
      <p className={styles.email} role="status">
        <IconMailOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('feedback.noEmail')}
      </p>
    );
  }
  const { message: problem } = form.errors;
  return (
    <form
      {...form.props}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isSending) form.props.onSubmit();
      }}
    >
      <p className="dim">{t('feedback.text')}</p>
      <textarea
        {...form.input('message')}
        ref={field}
        className={styles.field}
        rows={4}
        maxLength={FEEDBACK_MAX}
        aria-label={t('feedback.message')}
        aria-describedby={problem ? problemId : undefined}
        placeholder={t('feedback.message')}
      />
      {problem && (
        <p id={problemId} className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className={styles.row}>
        <button type="submit" className={button('primary')} disabled={form.isSending}>
          <IconSend size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('feedback.send')}
        </button>
        {onSent === undefined && (
          <Link to="/profile/feedback" className="link">
            {t('feedback.own.title')}
          </Link>
        )}
        {email && (
          <p className={styles.email}>
            <IconMail size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('feedback.email', { email })}
          </p>
        )}
      </div>
    </form>
  );
}

/** Null until loaded. The form does not wait for the email, because the server checks again. */
function useOwnEmail(userId: number): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    call(usersApi.get, { params: { id: userId }, signal: aborter.signal }).then(
      (user) => setEmail(user.email ?? null),
      () => {},
    );
    return () => aborter.abort();
  }, [userId]);
  return email;
}
