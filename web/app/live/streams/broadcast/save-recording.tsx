import type { Stream } from '@app/contract/live/streams';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { postAddress } from '../../../publishing/publications/post-address.ts';
import { button } from '../../../ui/button.ts';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';

interface SaveRecordingProps {
  stream: Stream;
  look: 'primary' | 'light';
  onChange: () => void;
}

/** One press makes a publication of a recording; then the way to it. */
export function SaveRecording({ stream, look, onChange }: SaveRecordingProps) {
  const t = useText('streams');
  const { isSending, submit } = useSubmit({ fallback: t('streams.over.saveFailed') });
  const [isAsked, setAsked] = useState(false);
  const size = look === 'light' ? (['small'] as const) : [];
  if (stream.publish_id !== null)
    return (
      <Link to={postAddress(stream.user_id, stream.publish_id)} className={button(look, ...size)}>
        {t('streams.over.publication')}
      </Link>
    );
  if (stream.recording === 'empty' || stream.recording === 'none')
    return <span className="dim">{t('streams.recording.empty')}</span>;
  if (isAsked || stream.recording === 'waiting') return <span className="dim">{t('streams.recording.waiting')}</span>;
  const save = (): Promise<void> =>
    submit(async () => {
      await call(streamsApi.publish, { params: { id: stream.stream_id }, body: {} });
      setAsked(true);
      toast.success(t('streams.over.saved'));
      onChange();
    });
  return (
    <button type="button" className={button(look, ...size)} aria-busy={isSending} onClick={() => void save()}>
      <IconDeviceFloppy size={18} stroke={ICON_STROKE} aria-hidden="true" />
      {t('streams.over.save')}
    </button>
  );
}
