import { IconCheck, IconClock } from 'virtual:icons';
import type { ComplaintReason, OwnComplaint } from '@app/contract/trust/complaints';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
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
import type { TextKey } from '../../platform/texts.ts';
import { button } from '../../ui/button.ts';
import { useForm } from '../../ui/form/use-form.ts';
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
  deal_review: ['spam', 'fraud', 'offensive', 'other'],
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
  const [isAlreadyOpen, setAlreadyOpen] = useState(false);
  const [sent, setSent] = useState<OwnComplaint | null>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (sent === null) return;
    const timer = setTimeout(close, COMPLAINT_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [sent]);

  if (sent) {
    return (
      <p className={styles.done} role="status">
        <IconCheck size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {dueLabel(t, sent.due, new Date())}
      </p>
    );
  }
  if (!isAlreadyOpen)
    return <Fields about={about} onClose={onClose} onSent={setSent} onAlreadyOpen={() => setAlreadyOpen(true)} />;
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

interface Values {
  reason: ComplaintReason | null;
  message: string;
  holder: string;
}

function problemOf({ reason, message, holder }: Values): TextKey<'complaints'> | undefined {
  if (message.trim() === '' && (reason === null || reason === 'other'))
    return reason === 'other' ? 'complaints.describe' : 'complaints.choose';
  return reason === 'copyright' && holder.trim() === '' ? 'complaints.holder.required' : undefined;
}

interface FieldsProps extends ComplaintFieldsProps {
  onSent: (complaint: OwnComplaint) => void;
  onAlreadyOpen: () => void;
}

function Fields({ about, onClose, onSent, onAlreadyOpen }: FieldsProps) {
  const t = useText('complaints');
  const kind = complaintKind(about);
  const key = useRef(randomKey());
  const [name, problemId] = [useId(), useId()];
  const form = useForm<Values>({
    initial: { reason: null, message: '', holder: '' },
    check: (values) => ({ problem: problemOf(values) }),
    t,
    // A changed complaint needs a new idempotency key; after a network error the key stays.
    onChange: () => {
      key.current = randomKey();
    },
    send: async ({ reason, message, holder }) => {
      const body = {
        ...about,
        ...(reason && { reason }),
        ...(reason === 'copyright' && { holder: holder.trim() }),
        message: message.trim(),
      };
      onSent(await call(complaintsApi.add, { body, idempotencyKey: key.current }));
      toast.success(t('complaints.sent'));
    },
    onError: (error) => {
      if (!isApiError(error)) return false;
      const isOffline = error.status === 0;
      if (!isOffline) key.current = randomKey();
      if (error.body.code === 'complaint_open') onAlreadyOpen();
      else form.reject({ problem: error.body.message || t(isOffline ? 'frame.error.network' : 'frame.error.generic') });
      return true;
    },
  });
  const { values, errors, isSending } = form;
  const problem = errors.problem ?? '';
  const change = (part: Partial<Values>): void => form.change(part, ['problem']);
  return (
    <form
      {...form.props}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) form.props.onSubmit();
      }}
    >
      <fieldset className={styles.reasons}>
        <legend className="sr">{t('complaints.reason.label')}</legend>
        {REASONS[kind].map((one) => (
          <label key={one} className={styles.reason}>
            <input type="radio" name={name} checked={values.reason === one} onChange={() => change({ reason: one })} />
            {t(`complaints.reason.${reasonKey(kind, one)}`)}
          </label>
        ))}
      </fieldset>
      {values.reason === 'copyright' && (
        <input
          type="text"
          className={styles.field}
          maxLength={HOLDER_MAX}
          aria-label={t('complaints.holder.label')}
          placeholder={t('complaints.holder.placeholder')}
          autoComplete="organization"
          value={values.holder}
          onChange={(event) => change({ holder: event.currentTarget.value })}
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
        value={values.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      {problem && (
        <p id={problemId} className="wrong" role="alert">
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
      <p className="caption">{t('complaints.promise', { hours: COMPLAINT_HOURS })}</p>
    </form>
  );
}
