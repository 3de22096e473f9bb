import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { chatApi, SCHEDULED_DAYS_MAX } from '#contract/messaging/chat';
import { chatFilesApi } from '#contract/messaging/chat-files';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatHour, formatLocal } from '../../../platform/format/format-local.ts';
import {
  dateTimeFieldsOf,
  parseDateTime,
  schedulePresets,
  scheduleProblem,
} from '../../../platform/format/schedule-times.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { button } from '../../../ui/button.ts';
import frame from '../../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import type { NewFile } from '../engine/chat-types.ts';
import styles from './composer-dialogs.module.css';
import { DateTimeFields } from './date-time-fields.tsx';

interface ScheduleDialogProps {
  userId: number;
  content: string;
  prepare: () => Promise<NewFile[]>;
  along: { replyTo: number | undefined; boardId: number | undefined };
  onDone: () => void;
  onClose: () => void;
}

/**
 * Dialog to schedule a message: presets, or a date and a time. Files are uploaded immediately, because the device may
 * be off later.
 */
export function ScheduleDialog({ userId, content, prepare, along, onDone, onClose }: ScheduleDialogProps) {
  const t = useText('composer');
  const lang = useLanguage();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [presets] = useState(() => schedulePresets(new Date()));
  const [fields, setFields] = useState(() => dateTimeFieldsOf(presets.at(-1)?.at ?? new Date()));
  const [problem, setProblem] = useState<'past' | 'far' | null>(null);
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);
  const [isSending, setSending] = useState(false);
  const key = useRef(randomKey());
  useEffect(() => dialog.current?.showModal(), []);

  async function upload(files: readonly NewFile[]): Promise<number[]> {
    const ids: number[] = [];
    for (const [at, { file, name, asFile }] of files.entries()) {
      setProgress({ done: at, count: files.length });
      const stored = await call(chatFilesApi.upload, {
        files: { file },
        body: { name, ...(asFile && { as_file: 1 }) },
        idempotencyKey: `${key.current}-${at}`,
      });
      ids.push(stored.id);
    }
    setProgress(null);
    return ids;
  }

  async function schedule(at: Date): Promise<void> {
    const wrong = scheduleProblem(at, new Date(), SCHEDULED_DAYS_MAX);
    setProblem(wrong);
    if (wrong !== null || isSending) return;
    setSending(true);
    try {
      const ids = await upload(await prepare());
      await call(chatApi.schedule, {
        params: { id: userId },
        body: {
          content,
          send_at: at.toISOString(),
          ...(ids.length > 0 && { file_ids: ids }),
          ...(along.replyTo !== undefined && { reply_to: along.replyTo }),
          ...(along.boardId !== undefined && { board_id: along.boardId }),
        },
        idempotencyKey: key.current,
      });
      toast.success(t('composer.later.done', { moment: formatLocal(lang, at) }));
      onDone();
      dialog.current?.close();
    } catch (error) {
      setSending(false);
      setProgress(null);
      toast.error((isApiError(error) && error.body.message) || t('frame.error.network'));
    }
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const at = parseDateTime(fields.date, fields.time);
    if (at) void schedule(at);
  }

  return (
    <BareDialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={handleSubmit} noValidate>
        <h2 id={`${id}-title`} className={styles.title}>
          {t('composer.later')}
        </h2>
        <ul className={styles.presets} aria-label={t('composer.later.presets')}>
          {presets.map(({ name, at }) => (
            <li key={name}>
              <button
                type="button"
                className={button('plain', 'wide')}
                disabled={isSending}
                onClick={() => void schedule(at)}
              >
                {t(`composer.later.${name}`, { time: formatHour(lang, at) })}
              </button>
            </li>
          ))}
        </ul>
        <DateTimeFields
          value={fields}
          problem={problem}
          onChange={(next) => {
            setFields(next);
            setProblem(null);
          }}
        />
        <p role="status" className={styles.text}>
          {progress && t('composer.later.uploading', progress)}
        </p>
        <div className={styles.actions}>
          <button type="button" className={button('plain')} onClick={() => dialog.current?.close()}>
            {t('frame.cancel')}
          </button>
          <button type="submit" className={button('primary')} disabled={isSending}>
            {t('composer.later.verb')}
          </button>
        </div>
      </form>
    </BareDialog>
  );
}
