import { IconMicrophoneOff, IconUserPlus, IconVideoOff, IconVolume, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { LocalTrack } from '../../live/media-rooms/local-media.ts';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { type ActiveCall, visitorsOf } from './call-state.ts';
import { useCalls } from './use-calls.ts';
import { AdStrip } from './window/ad-strip.tsx';
import styles from './window/call-window.module.css';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

function DeviceProblemAlert({
  kind,
  localTrack,
  icon,
}: {
  kind: 'microphone' | 'camera';
  localTrack: LocalTrack;
  icon: ReactNode;
}) {
  const t = useText('calls');
  const { calls } = useCalls();
  const [hidden, setHidden] = useState<LocalTrack['problem']>(null);
  const { problem } = localTrack;
  if (problem === null || hidden === problem) return null;
  const retry = kind === 'microphone' ? calls.setMicrophone : calls.setCamera;
  return (
    <div className={styles.word} role="alert">
      {icon}
      <p>{t(`calls.problem.${kind}.${problem}`)}</p>
      {problem !== 'insecure' && problem !== 'unsupported' && (
        <button type="button" onClick={() => retry(true)}>
          {t('calls.problem.retry')}
        </button>
      )}
      <button type="button" aria-label={t('calls.problem.hide')} onClick={() => setHidden(problem)}>
        <IconX {...ICON} />
      </button>
    </div>
  );
}

export function CallStatusText({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { phase, own, call, isSilent, muteRequestedBy } = running;
  const visitors = phase === 'visiting' ? [] : visitorsOf(call);
  return (
    <div className={styles.words}>
      <DeviceProblemAlert kind="microphone" localTrack={own.microphone} icon={<IconMicrophoneOff {...ICON} />} />
      <DeviceProblemAlert kind="camera" localTrack={own.camera} icon={<IconVideoOff {...ICON} />} />
      {muteRequestedBy !== null && (
        <div className={styles.word} role="alert">
          <IconMicrophoneOff {...ICON} />
          <p>{t('calls.mute.asked', { name: muteRequestedBy })}</p>
          <button type="button" onClick={() => calls.setMicrophone(false)}>
            {t('calls.microphone.off')}
          </button>
          <button type="button" aria-label={t('calls.problem.hide')} onClick={() => calls.dismissMuteRequest()}>
            <IconX {...ICON} />
          </button>
        </div>
      )}
      {isSilent && (
        <div className={styles.word} role="alert">
          <IconVolume {...ICON} />
          <p>{t('calls.silent')}</p>
          <button type="button" onClick={() => calls.remoteAudio()?.resume()}>
            {t('calls.silent.on')}
          </button>
        </div>
      )}
      {visitors.map(({ user_id, firstname, lastname }) => (
        <div key={user_id} className={styles.word} role="alert">
          <IconUserPlus {...ICON} />
          <p>{t('calls.visitor', { name: `${firstname} ${lastname}`.trim() })}</p>
          <button type="button" onClick={() => calls.admit(user_id, true)}>
            {t('calls.visitor.admit')}
          </button>
          <button type="button" onClick={() => calls.admit(user_id, false)}>
            {t('calls.visitor.refuse')}
          </button>
        </div>
      ))}
      {call?.ad && <AdStrip ad={call.ad} />}
    </div>
  );
}
