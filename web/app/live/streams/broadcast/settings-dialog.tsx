import type { Stream } from '@app/contract/live/streams';
import { useRef, useState } from 'react';
import { STREAM_THEME_MAX, streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { MusicForm, TextField } from '../../../publishing/music/music-dialog.tsx';
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

  function handleSubmit(): void {
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
    <MusicForm
      ref={dialog}
      title={t('streams.settings')}
      verb={t('streams.settings.save')}
      isSending={isSending}
      noValidate={false}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField label={t('streams.dialog.theme')} maxLength={STREAM_THEME_MAX} value={theme} onChange={setTheme} />
      <SlowField value={slow} onChange={setSlow} />
    </MusicForm>
  );
}
