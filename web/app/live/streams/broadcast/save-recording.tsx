import { IconDeviceFloppy } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { useState } from 'react';
import { Link } from 'react-router';
import { streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { publicationAddress } from '../../../publishing/publications/publication-address.ts';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';

interface SaveRecordingProps {
  stream: Stream;
  variant: 'primary' | 'light';
  onChange: () => void;
}

export function SaveRecording({ stream, variant, onChange }: SaveRecordingProps) {
  const t = useText('streams');
  const { isSending, submit } = useSubmit({ fallback: t('streams.over.saveFailed') });
  const [isConfirming, setConfirming] = useState(false);
  const size = variant === 'light' ? (['small'] as const) : [];
  if (stream.publish_id !== null)
    return (
      <Link to={publicationAddress(stream.user_id, stream.publish_id)} className={button(variant, ...size)}>
        {t('streams.over.publication')}
      </Link>
    );
  if (stream.recording === 'empty' || stream.recording === 'none')
    return <span className="dim">{t('streams.recording.empty')}</span>;
  if (isConfirming || stream.recording === 'waiting')
    return <span className="dim">{t('streams.recording.waiting')}</span>;
  const save = (): Promise<void> =>
    submit(async () => {
      await call(streamsApi.publish, { params: { id: stream.stream_id }, body: {} });
      setConfirming(true);
      toast.success(t('streams.over.saved'));
      onChange();
    });
  return (
    <TextButton
      icon={IconDeviceFloppy}
      size={18}
      text={t('streams.over.save')}
      className={button(variant, ...size)}
      aria-busy={isSending}
      onClick={() => void save()}
    />
  );
}
