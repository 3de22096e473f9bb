import { type Icon, IconMicrophoneOff, IconUserPlus, IconVideoOff, IconVolume, IconX } from 'virtual:icons';
import { type ReactNode, useState } from 'react';
import type { LocalMediaView, LocalTrack } from '../../live/media-rooms/local-media.ts';
import { useText } from '../../platform/i18n.tsx';
import { TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { type ActiveCall, visitorsOf } from './call-state.ts';
import { CaptionsQuestion } from './captions/captions-question.tsx';
import { useCalls } from './use-calls.ts';
import { AdStrip } from './window/ad-strip.tsx';
import styles from './window/call-window.module.css';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

function Alert({ icon: AlertIcon, text, children }: { icon: Icon; text: string; children: ReactNode }) {
  return (
    <div className={styles.word} role="alert">
      <AlertIcon {...ICON} />
      <p>{text}</p>
      {children}
    </div>
  );
}

function HideButton({ onHide }: { onHide: () => void }) {
  const t = useText('calls');
  return (
    <button type="button" aria-label={t('calls.problem.hide')} onClick={onHide}>
      <IconX {...ICON} />
    </button>
  );
}

function DeviceProblemAlert({ kind, own }: { kind: 'microphone' | 'camera'; own: LocalMediaView }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const [hidden, setHidden] = useState<LocalTrack['problem']>(null);
  const { problem } = own[kind];
  if (problem === null || hidden === problem) return null;
  const retry = kind === 'microphone' ? calls.setMicrophone : calls.setCamera;
  return (
    <Alert icon={kind === 'microphone' ? IconMicrophoneOff : IconVideoOff} text={t(`calls.problem.${kind}.${problem}`)}>
      {problem !== 'insecure' && problem !== 'unsupported' && (
        <TextButton text={t('calls.problem.retry')} onClick={() => retry(true)} />
      )}
      <HideButton onHide={() => setHidden(problem)} />
    </Alert>
  );
}

export function CallStatusText({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { phase, own, call, isSilent, muteRequestedBy } = running;
  const visitors = phase === 'visiting' ? [] : visitorsOf(call);
  return (
    <div className={styles.words}>
      <DeviceProblemAlert kind="microphone" own={own} />
      <DeviceProblemAlert kind="camera" own={own} />
      {muteRequestedBy !== null && (
        <Alert icon={IconMicrophoneOff} text={t('calls.mute.asked', { name: muteRequestedBy })}>
          <TextButton text={t('calls.microphone.off')} onClick={() => calls.setMicrophone(false)} />
          <HideButton onHide={() => calls.dismissMuteRequest()} />
        </Alert>
      )}
      <CaptionsQuestion running={running} />
      {isSilent && (
        <Alert icon={IconVolume} text={t('calls.silent')}>
          <TextButton text={t('calls.silent.on')} onClick={() => calls.remoteAudio()?.resume()} />
        </Alert>
      )}
      {visitors.map(({ user_id, firstname, lastname }) => (
        <Alert key={user_id} icon={IconUserPlus} text={t('calls.visitor', { name: `${firstname} ${lastname}`.trim() })}>
          <TextButton text={t('calls.visitor.admit')} onClick={() => calls.admit(user_id, true)} />
          <TextButton text={t('calls.visitor.refuse')} onClick={() => calls.admit(user_id, false)} />
        </Alert>
      ))}
      {call?.ad && <AdStrip ad={call.ad} />}
    </div>
  );
}
