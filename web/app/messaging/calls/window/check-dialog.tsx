import { useEffect, useRef, useState } from 'react';
import { blurBackground } from '../../../live/media-rooms/blur.ts';
import { DeviceFields } from '../../../live/media-rooms/device-fields.tsx';
import * as devices from '../../../live/media-rooms/devices.ts';
import { createLocalMedia, type LocalMedia, NO_LOCAL_MEDIA } from '../../../live/media-rooms/local-media.ts';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { closeDialog } from '../../../ui/dialog/dialog.tsx';
import styles from '../call-dialog.module.css';
import { CallDialog } from '../call-dialog.tsx';
import type { CallIntent } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import { DeviceControl } from './control.tsx';

const ICON_SIZE = 22;
const VERBS = { start: 'calls.check.call', answer: 'calls.check.answer', visit: 'calls.check.visit' } as const;
const nothing = (): void => undefined;

/** Opens microphone and camera for a local preview; nothing is sent. */
function usePreview(hasCamera: boolean) {
  const [own, setOwn] = useState(NO_LOCAL_MEDIA);
  const media = useRef<LocalMedia | null>(null);
  useEffect(() => {
    const localMedia = createLocalMedia({
      devices: { ...devices, blurBackground },
      publish: nothing,
      mute: nothing,
      onChange: setOwn,
      onLost: nothing,
    });
    media.current = localMedia;
    void localMedia.setMicrophone(true);
    if (hasCamera) void localMedia.setCamera(true);
    return () => {
      media.current = null;
      localMedia.close();
    };
  }, [hasCamera]);
  return { own, media };
}

function Preview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} muted autoPlay playsInline />;
}

export function CheckDialog({ intent }: { intent: CallIntent }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { own, media } = usePreview(intent.of === 'answer' ? intent.ring.video === 1 : intent.video);

  function go(): void {
    const video = own.camera.isOn;
    const isMuted = !own.microphone.isOn;
    calls.check(null);
    const done =
      intent.of === 'start'
        ? calls.start(intent.userIds, { video, adId: intent.adId })
        : intent.of === 'answer'
          ? calls.answer(video)
          : calls.visit(intent.room, video);
    void done;
    if (isMuted) calls.setMicrophone(false);
  }

  const { microphone, camera } = own;
  return (
    <CallDialog
      title={t(intent.of === 'visit' ? 'calls.check.visit.title' : 'calls.check.title')}
      actions={
        <>
          <TextButton text={t('frame.cancel')} className={styles.plain} onClick={closeDialog} />
          <TextButton text={t(VERBS[intent.of])} className={styles.main} onClick={go} />
        </>
      }
      onClose={() => calls.check(null)}
    >
      <div className={styles.preview}>
        {own.picture === null ? (
          <p className={styles.dim}>{t('calls.check.camera.off')}</p>
        ) : (
          <Preview stream={own.picture} />
        )}
        <div className={styles.previewBar}>
          <DeviceControl
            kind="microphone"
            track={microphone}
            size={ICON_SIZE}
            onSwitch={(isOn) => void media.current?.setMicrophone(isOn)}
          />
          <DeviceControl
            kind="camera"
            track={camera}
            size={ICON_SIZE}
            onSwitch={(isOn) => void media.current?.setCamera(isOn)}
          />
        </div>
      </div>
      <div className={styles.fields}>
        {microphone.problem !== null && (
          <p className={styles.problem} role="alert">
            {t(`calls.problem.microphone.${microphone.problem}`)}
          </p>
        )}
        {camera.problem !== null && (
          <p className={styles.problem} role="alert">
            {t(`calls.problem.camera.${camera.problem}`)}
          </p>
        )}
        {(microphone.problem !== null || camera.problem !== null) && (
          <p className={styles.dim}>{t('calls.check.without')}</p>
        )}
      </div>
      <DeviceFields
        sound={own.sound}
        onMicrophone={(device) => void media.current?.changeMicrophone(device)}
        onCamera={(device) => void media.current?.changeCamera(device)}
        onSpeaker={(device) => devices.saveDeviceChoice({ speaker: device })}
      />
    </CallDialog>
  );
}
