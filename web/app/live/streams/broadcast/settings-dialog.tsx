import type { Stream } from '@app/contract/live/streams';
import { type FormEvent, useRef, useState } from 'react';
import { STREAM_THEME_MAX, streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { DialogActions, dialogField, dialogForm, MusicDialog } from '../../../publishing/music/music-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { SlowField } from './slow-field.tsx';

interface SettingsDialogProps {
  stream: Stream;
  onSaved: (stream: Stream) => void;
  onClose: () => void;
}

export function SettingsDialog({ stream, onSaved, onClose }: SettingsDialogProps) {
  const t = useText('streams');
  const dialog = useRef<HTMLDialogElement>(null);
  const [theme, setTheme] = useState(stream.theme);
  const [slow, setSlow] = useState(stream.slow_seconds);
  const { isSending, submit } = useSubmit({ fallback: t('streams.settings.failed') });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(async () => {
      onSaved(
        await call(streamsApi.edit, {
          body: { stream_id: stream.stream_id, theme: theme.trim() || stream.theme, slow_seconds: slow },
        }),
      );
      dialog.current?.close();
    });
  }

  return (
    <MusicDialog ref={dialog} title={t('streams.settings')} onClose={onClose}>
      <form className={dialogForm} onSubmit={handleSubmit}>
        <label className={dialogField}>
          {t('streams.dialog.theme')}
          <input
            maxLength={STREAM_THEME_MAX}
            value={theme}
            onChange={({ currentTarget }) => setTheme(currentTarget.value)}
          />
        </label>
        <SlowField value={slow} onChange={setSlow} />
        <DialogActions
          label={t('streams.settings.save')}
          isSending={isSending}
          onCancel={() => dialog.current?.close()}
        />
      </form>
    </MusicDialog>
  );
}
