import { IconArrowsDiagonal, IconPhoneOff } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { type ActiveCall, othersIn } from '../call-state.ts';
import { ListeningBadge } from '../listening/listening-strip.tsx';
import { RecordingBadge } from '../recording/recording-strip.tsx';
import { useCalls } from '../use-calls.ts';
import styles from './call-window.module.css';
import { Control, DeviceControl } from './control.tsx';

const ICON_SIZE = 21;
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
        <ListeningBadge />
        <small className="clip1">{statusText}</small>
      </span>
      <DeviceControl kind="microphone" track={running.own.microphone} size={ICON_SIZE} onSwitch={calls.setMicrophone} />
      <Control icon={IconArrowsDiagonal} label={t('calls.unroll')} size={ICON_SIZE} onClick={onUnroll} />
      <Control
        icon={IconPhoneOff}
        label={t('calls.end')}
        size={ICON_SIZE}
        className={styles.end}
        onClick={() => calls.hangUp()}
      />
    </section>
  );
}
