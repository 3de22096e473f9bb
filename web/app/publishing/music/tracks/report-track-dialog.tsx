import type { Track } from '@app/contract/publishing/music';
import { useRef, useState } from 'react';
import { COMPLAINT_HOURS, COMPLAINT_MAX, complaintsApi, HOLDER_MAX } from '#contract/trust/complaints';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { dialogField, dialogNote, dialogProblem, MusicForm } from '../music-dialog.tsx';

export function ReportTrackDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const t = useText('music', 'complaints');
  const dialog = useRef<HTMLDialogElement>(null);
  const [holder, setHolder] = useState('');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<'holder' | 'message' | null>(null);
  const key = useRef(randomKey());
  const { isSending, submit } = useSubmit();

  async function send(): Promise<void> {
    await call(complaintsApi.add, {
      body: { audio_id: track.id, reason: 'copyright', holder: holder.trim(), message: message.trim() },
      idempotencyKey: key.current,
    });
    toast.success(t('music.report.sent'));
    dialog.current?.close();
  }

  function handleSubmit(): void {
    const missing = holder.trim() === '' ? 'holder' : message.trim() === '' ? 'message' : null;
    setProblem(missing);
    if (missing === null) void submit(send);
    else dialog.current?.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
  }

  function change(set: (value: string) => void, value: string): void {
    set(value);
    setProblem(null);
    // A changed form is another complaint, so it needs a new idempotency key.
    key.current = randomKey();
  }

  const about = [track.artist, track.title].filter(Boolean).join(' · ');
  return (
    <MusicForm
      ref={dialog}
      title={t('music.report.title')}
      about={about}
      verb={t('music.report.send')}
      isSending={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>
        {t('music.report.text')}{' '}
        <a href="/takedowns" target="_blank" rel="noreferrer" className="link">
          {t('music.report.log')}
        </a>
      </p>
      <label className={dialogField}>
        {t('music.report.holder')}
        <input
          name="holder"
          required
          maxLength={HOLDER_MAX}
          value={holder}
          aria-invalid={problem === 'holder' || undefined}
          onChange={({ currentTarget }) => change(setHolder, currentTarget.value)}
        />
        {problem === 'holder' && (
          <span className={dialogProblem} role="alert">
            {t('music.report.holderRequired')}
          </span>
        )}
      </label>
      <label className={dialogField}>
        {t('music.report.message')}
        <textarea
          name="message"
          required
          rows={4}
          maxLength={COMPLAINT_MAX}
          placeholder={t('music.report.messageNote')}
          value={message}
          aria-invalid={problem === 'message' || undefined}
          onChange={({ currentTarget }) => change(setMessage, currentTarget.value)}
        />
        {problem === 'message' && (
          <span className={dialogProblem} role="alert">
            {t('music.report.messageRequired')}
          </span>
        )}
      </label>
      <p className={dialogNote}>{t('complaints.promise', { hours: COMPLAINT_HOURS })}</p>
    </MusicForm>
  );
}
