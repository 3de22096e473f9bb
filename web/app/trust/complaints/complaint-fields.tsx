import type { ComplaintReason, OwnComplaint } from '@app/contract/trust/complaints';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  COMPLAINT_CLOSE_MS,
  COMPLAINT_HOURS,
  COMPLAINT_MAX,
  COMPLAINT_REASONS,
  complaintsApi,
  HOLDER_MAX,
} from '#contract/trust/complaints';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type ComplaintAbout, type ComplaintKind, complaintKind } from './complaint-about.ts';
import styles from './complaint-fields.module.css';
import { dueLabel } from './due-label.ts';

/** Some complaint reasons apply only to ads. */
const REASONS: Record<ComplaintKind, readonly ComplaintReason[]> = {
  ad: COMPLAINT_REASONS.filter((reason) => reason !== 'copyright'),
  user: ['spam', 'fraud', 'offensive', 'other'],
  comment: ['spam', 'fraud', 'forbidden', 'offensive', 'other'],
  publication: ['spam', 'fraud', 'forbidden', 'offensive', 'stolen_photos', 'copyright', 'other'],
  publication_comment: ['spam', 'fraud', 'forbidden', 'offensive', 'other'],
  audio: ['copyright', 'forbidden', 'offensive', 'other'],
};

/** The "forbidden" reason names goods for ads and content for everything else. */
const reasonKey = (kind: ComplaintKind, reason: ComplaintReason): ComplaintReason | 'forbidden_content' =>
  reason === 'forbidden' && kind !== 'ad' && kind !== 'comment' ? 'forbidden_content' : reason;

interface ComplaintFieldsProps {
  about: ComplaintAbout;
  onClose: () => void;
}

/** Complaint reasons and text. After sending, shows by when the complaint will be reviewed. */
export function ComplaintFields({ about, onClose }: ComplaintFieldsProps) {
  const t = useText('complaints');
  const kind = complaintKind(about);
  const [reason, setReason] = useState<ComplaintReason | null>(null);
  const [message, setMessage] = useState('');
  const [holder, setHolder] = useState('');
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const [isAlreadyOpen, setAlreadyOpen] = useState(false);
  const [sent, setSent] = useState<OwnComplaint | null>(null);
  const key = useRef(randomKey());
  const name = useId();
  const problemId = useId();
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (sent === null) return;
    const timer = setTimeout(() => close.current(), COMPLAINT_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [sent]);

  async function send(): Promise<void> {
    const text = message.trim();
    if (text === '' && (reason === null || reason === 'other')) {
      setProblem(t(reason === 'other' ? 'complaints.describe' : 'complaints.choose'));
      return;
    }
    if (reason === 'copyright' && holder.trim() === '') {
      setProblem(t('complaints.holder.required'));
      return;
    }
    setSending(true);
    try {
      const body = {
        ...about,
        ...(reason && { reason }),
        ...(reason === 'copyright' && { holder: holder.trim() }),
        message: text,
      };
      setSent(await call(complaintsApi.add, { body, idempotencyKey: key.current }));
      toast.success(t('complaints.sent'));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // A changed complaint needs a new idempotency key; after a network error the key stays.
      key.current = error.status === 0 ? key.current : randomKey();
      if (error.body.code === 'complaint_open') setAlreadyOpen(true);
      else setProblem(error.body.message || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic'));
    } finally {
      setSending(false);
    }
  }

  if (sent) {
    return (
      <p className={styles.done} role="status">
        <IconCheck size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {dueLabel(t, sent.due, new Date())}
      </p>
    );
  }
  if (isAlreadyOpen) {
    return (
      <div className={styles.form}>
        <p className={styles.done} role="status">
          <IconClock size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('complaints.open')}
        </p>
        <div className={styles.actions}>
          <Link to="/profile/complaints" className={button('light', 'small')}>
            {t('complaints.mine')}
          </Link>
          <button type="button" className={button('quiet', 'small')} onClick={onClose}>
            {t('frame.close')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <fieldset className={styles.reasons}>
        <legend className="sr">{t('complaints.reason.label')}</legend>
        {REASONS[kind].map((one) => (
          <label key={one} className={styles.reason}>
            <input
              type="radio"
              name={name}
              checked={reason === one}
              onChange={() => {
                setReason(one);
                setProblem('');
                key.current = randomKey();
              }}
            />
            {t(`complaints.reason.${reasonKey(kind, one)}`)}
          </label>
        ))}
      </fieldset>
      {reason === 'copyright' && (
        <input
          type="text"
          className={styles.field}
          maxLength={HOLDER_MAX}
          aria-label={t('complaints.holder.label')}
          placeholder={t('complaints.holder.placeholder')}
          autoComplete="organization"
          value={holder}
          onChange={(event) => {
            setHolder(event.currentTarget.value);
            setProblem('');
            key.current = randomKey();
          }}
        />
      )}
      <textarea
        className={styles.field}
        rows={3}
        maxLength={COMPLAINT_MAX}
        aria-label={t('complaints.message.label')}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={problem ? problemId : undefined}
        placeholder={t(kind === 'ad' ? 'complaints.message.placeholder' : 'complaints.message.placeholderOther')}
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          setProblem('');
          key.current = randomKey();
        }}
      />
      {problem && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <button type="submit" className={button('primary', 'small')} disabled={isSending}>
          {t('complaints.send')}
        </button>
        <button type="button" className={button('quiet', 'small')} onClick={onClose}>
          {t('frame.cancel')}
        </button>
      </div>
      <p className={styles.promise}>{t('complaints.promise', { hours: COMPLAINT_HOURS })}</p>
    </form>
  );
}
