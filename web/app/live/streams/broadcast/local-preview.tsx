import {
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
} from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import type { LocalMediaView } from '../../media-rooms/local-media.ts';
import { Picture } from '../watch/picture.tsx';
import type { Broadcast } from './broadcast.ts';
import styles from './local-preview.module.css';

export function LocalPreview({ own }: { own: LocalMediaView }) {
  const t = useText('streams', 'calls');
  if (own.screen !== null)
    return (
      <>
        <Picture key="screen" stream={own.screen} label={t('calls.screen.own')} isWhole />
        {own.picture !== null && (
          <span className={styles.inset}>
            <Picture stream={own.picture} label={t('calls.devices.camera')} isMirrored />
          </span>
        )}
      </>
    );
  if (own.picture !== null)
    return <Picture key="camera" stream={own.picture} label={t('calls.devices.camera')} isMirrored />;
  return <p className={styles.off}>{t('streams.dialog.camera.off')}</p>;
}

/** Phone browsers cannot share the screen. */
const canShare = (): boolean =>
  typeof navigator !== 'undefined' && navigator.mediaDevices?.getDisplayMedia !== undefined;

export function LocalMediaSwitches({ broadcast, own }: { broadcast: Broadcast; own: LocalMediaView }) {
  const t = useText('calls');
  const { media } = broadcast;
  const microphoneLabel = t(own.microphone.isOn ? 'calls.microphone.off' : 'calls.microphone.on');
  const cameraLabel = t(own.camera.isOn ? 'calls.camera.off' : 'calls.camera.on');
  const share = t(own.isSharing ? 'calls.screen.off' : 'calls.screen.on');
  return (
    <>
      <IconButton
        icon={own.microphone.isOn ? IconMicrophone : IconMicrophoneOff}
        label={microphoneLabel}
        hasTooltip
        className={styles.control}
        data-off={!own.microphone.isOn || undefined}
        onClick={() => void media.setMicrophone(!own.microphone.isOn)}
      />
      <IconButton
        icon={own.camera.isOn ? IconVideo : IconVideoOff}
        label={cameraLabel}
        hasTooltip
        className={styles.control}
        data-off={!own.camera.isOn || undefined}
        onClick={() => void media.setCamera(!own.camera.isOn)}
      />
      {canShare() && (
        <IconButton
          icon={own.isSharing ? IconScreenShareOff : IconScreenShare}
          label={share}
          hasTooltip
          className={styles.control}
          data-on={own.isSharing || undefined}
          onClick={() => void media.share(!own.isSharing)}
        />
      )}
    </>
  );
}

export function LocalMediaProblems({ own }: { own: LocalMediaView }) {
  const t = useText('calls');
  const { microphone, camera } = own;
  return (
    <>
      {camera.problem !== null && (
        <p className={styles.problem} role="alert">
          {t(`calls.problem.camera.${camera.problem}`)}
        </p>
      )}
      {microphone.problem !== null && (
        <p className={styles.problem} role="alert">
          {t(`calls.problem.microphone.${microphone.problem}`)}
        </p>
      )}
    </>
  );
}
