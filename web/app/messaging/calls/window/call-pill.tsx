import { IconArrowsDiagonal, IconMicrophone, IconMicrophoneOff, IconPhoneOff } from '@tabler/icons-react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { type ActiveCall, othersIn } from '../call-state.ts';
import { RecordingBadge } from '../recording/recording-strip.tsx';
import { useCalls } from '../use-calls.ts';
import styles from './call-window.module.css';

const ICON = { size: 21, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const FACES_MAX = 3;

interface CallPillProps {
  running: ActiveCall;
  timer: string;
  speaker: number | null;
  onUnroll: () => void;
}

export function CallPill({ running, timer, speaker, onUnroll }: CallPillProps) {
  const t = useText('calls');
  const { calls, viewerId } = useCalls();
  const others = running.call === null ? [] : othersIn(running.call, viewerId);
  const isSpeaking = others.find(({ user_id }) => user_id === speaker);
  const { microphone } = running.own;
  const microphoneLabel = t(microphone.isOn ? 'calls.microphone.off' : 'calls.microphone.on');
  const { phase } = running;
  const statusText =
    running.media.state === 'reconnecting'
      ? t('calls.state.reconnecting')
      : isSpeaking
        ? t('calls.pill.speaks', { name: isSpeaking.firstname })
        : phase === 'running' || phase === 'over'
          ? t('calls.people', { count: others.length + 1 })
          : t(`calls.state.${phase}`);
  return (
    <section className={`${styles.dark} ${styles.pill}`} aria-label={t('calls.pill', { count: others.length + 1 })}>
      <span className={styles.faces}>
        {others.slice(0, FACES_MAX).map(({ user_id, firstname, lastname, photo }) => (
          <UserPic key={user_id} firstname={firstname} lastname={lastname} photo={photo} size={36} />
        ))}
      </span>
      <span className={styles.pillWords}>
        {timer && <b className="num">{timer}</b>}
        <RecordingBadge running={running} />
        <small className="clip1">{statusText}</small>
      </span>
      <button
        type="button"
        className={styles.control}
        data-off={!microphone.isOn || undefined}
        aria-label={microphoneLabel}
        title={microphoneLabel}
        onClick={() => calls.setMicrophone(!microphone.isOn)}
      >
        {microphone.isOn ? <IconMicrophone {...ICON} /> : <IconMicrophoneOff {...ICON} />}
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={t('calls.unroll')}
        title={t('calls.unroll')}
        onClick={onUnroll}
      >
        <IconArrowsDiagonal {...ICON} />
      </button>
      <button
        type="button"
        className={styles.end}
        aria-label={t('calls.end')}
        title={t('calls.end')}
        onClick={() => calls.hangUp()}
      >
        <IconPhoneOff {...ICON} />
      </button>
    </section>
  );
}
