import { type FormEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { chatFilesApi } from '#contract/messaging/chat-files';
import { call } from '../../../platform/call.ts';
import { formatHour, formatLongMoment } from '../../../platform/format/format-time.ts';
import { schedulePresets } from '../../../platform/format/schedule-times.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { button } from '../../../ui/button.ts';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { NewFile } from '../engine/chat-types.ts';
import styles from './composer-dialogs.module.css';
import { DateTimeFields, useSendTime } from './date-time-fields.tsx';

interface ScheduleDialogProps {
  userId: number;
  content: string;
  prepare: () => Promise<NewFile[]>;
  along: { replyTo: number | undefined; boardId: number | undefined; withoutLinkCard: boolean };
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
  const [presets] = useState(() => schedulePresets(new Date()));
  const time = useSendTime(presets.at(-1)?.at ?? new Date());
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);
  const { isSending, submit } = useSubmit({ fallback: t('frame.error.network') });
  const key = useRef(randomKey());

  async function upload(files: readonly NewFile[]): Promise<number[]> {
    const ids: number[] = [];
    try {
      for (const [at, { file, name, asFile }] of files.entries()) {
        setProgress({ done: at, count: files.length });
        const stored = await call(chatFilesApi.upload, {
          files: { file },
          body: { name, ...(asFile && { as_file: 1 }) },
          idempotencyKey: `${key.current}-${at}`,
        });
        ids.push(stored.id);
      }
    } finally {
      setProgress(null);
    }
    return ids;
  }

  function schedule(at: Date | null): void {
    if (at === null || !time.isPossible(at)) return;
    void submit(async () => {
      const ids = await upload(await prepare());
      await call(chatApi.schedule, {
        params: { id: userId },
        body: {
          content,
          send_at: at.toISOString(),
          ...(ids.length > 0 && { file_ids: ids }),
          reply_to: along.replyTo,
          board_id: along.boardId,
          ...(along.withoutLinkCard && { link_card: 0 }),
        },
        idempotencyKey: key.current,
      });
      toast.success(t('composer.later.done', { moment: formatLongMoment(lang, at.toISOString()) }));
      onDone();
      onClose();
    });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    schedule(time.entered());
  }

  return (
    <Dialog title={t('composer.later')} onClose={onClose}>
      <form onSubmit={handleSubmit} noValidate>
        <ul className={styles.presets} aria-label={t('composer.later.presets')}>
          {presets.map(({ name, at }) => (
            <li key={name}>
              <button
                type="button"
                className={button('plain', 'wide')}
                disabled={isSending}
                onClick={() => schedule(at)}
              >
                {t(`composer.later.${name}`, { time: formatHour(lang, at) })}
              </button>
            </li>
          ))}
        </ul>
        <DateTimeFields {...time} />
        <p role="status" className="small">
          {progress && t('composer.later.uploading', progress)}
        </p>
        <div className={styles.foot}>
          <DialogActions>
            <button type="submit" className={button('primary')} disabled={isSending}>
              {t('composer.later.verb')}
            </button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}
