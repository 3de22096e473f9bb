import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import type { ActiveCall } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import styles from './recording.module.css';
import { type RecordingView, recordingViewOf } from './use-recording.ts';

const Dot = ({ isOn }: { isOn: boolean }) => (
  <span className={styles.dot} data-on={isOn || undefined} aria-hidden="true" />
);

function useRecordingText({ status, isMine, name, waiting }: RecordingView): { text: string; about: string } {
  const t = useText('calls');
  const names = waiting.join(', ');
  if (status === 'running')
    return {
      text: t('calls.record.on'),
      about: isMine ? t('calls.record.file.mine') : t('calls.record.file.other', { name }),
    };
  const about = names === '' ? t('calls.record.waits.page', { name }) : t('calls.record.waits', { names });
  return { text: t(status === 'asked' ? 'calls.record.asked' : 'calls.record.paused'), about };
}

export function RecordingStrip({ running }: { running: ActiveCall }) {
  const { viewerId } = useCalls();
  const recording = recordingViewOf(running, viewerId);
  if (recording === null) return null;
  return recording.status === 'ask' ? (
    <ConsentQuestion recording={recording} />
  ) : (
    <RecordingStatus recording={recording} />
  );
}

function ConsentQuestion({ recording: { id, hasBegun, name } }: { recording: RecordingView }) {
  const t = useText('calls');
  const { calls } = useCalls();
  return (
    <div className={styles.strip} role="alert">
      <Dot isOn={false} />
      <p>{t(hasBegun ? 'calls.record.ask.begun' : 'calls.record.ask', { name })}</p>
      <span className={styles.actions}>
        <TextButton
          text={t('calls.record.agree')}
          className={styles.yes}
          onClick={() => calls.sendRecordingAction({ is: 'agree', id })}
        />
        <TextButton text={t('calls.record.refuse')} onClick={() => calls.sendRecordingAction({ is: 'refuse', id })} />
      </span>
    </div>
  );
}

function RecordingStatus({ recording }: { recording: RecordingView }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { text, about } = useRecordingText(recording);
  const isAsked = recording.status === 'asked';
  return (
    <div className={styles.strip}>
      <Dot isOn={recording.status === 'running'} />
      <p role="status">
        <b>{text}</b> <span>{about}</span>
      </p>
      <TextButton
        text={t(isAsked ? (recording.isMine ? 'calls.record.cancel' : 'calls.record.refuse') : 'calls.record.stop')}
        onClick={() => calls.sendRecordingAction({ is: 'stop', id: recording.id })}
      />
    </div>
  );
}

export function RecordingBadge({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { viewerId } = useCalls();
  const recording = recordingViewOf(running, viewerId);
  if (recording === null) return null;
  const textKeys = {
    ask: 'calls.record.pill',
    asked: 'calls.record.asked',
    running: 'calls.record.on',
    paused: 'calls.record.paused',
  } as const;
  return (
    <small className={styles.mark} role="status">
      <Dot isOn={recording.status === 'running'} />
      <span className="clip1">{t(textKeys[recording.status])}</span>
    </small>
  );
}
