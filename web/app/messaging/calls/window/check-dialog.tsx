import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { blurBackground } from '../../../live/media-rooms/blur.ts';
import { DeviceFields } from '../../../live/media-rooms/device-fields.tsx';
import * as devices from '../../../live/media-rooms/devices.ts';
import { createLocalMedia, type LocalMedia, NO_LOCAL_MEDIA } from '../../../live/media-rooms/local-media.ts';
import { useText } from '../../../platform/i18n.tsx';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from '../call-dialog.module.css';
import type { CallIntent } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import bar from './call-window.module.css';

const ICON = { size: 22, stroke: ICON_STROKE, 'aria-hidden': true } as const;
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
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { own, media } = usePreview(intent.of === 'answer' ? intent.ring.video === 1 : intent.video);
  useEffect(() => dialog.current?.showModal(), []);

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
  const hear = t(microphone.isOn ? 'calls.microphone.off' : 'calls.microphone.on');
  const see = t(camera.isOn ? 'calls.camera.off' : 'calls.camera.on');
  return (
    <BareDialog
      ref={dialog}
      className={`${bar.dark} ${styles.dialog}`}
      aria-labelledby={id}
      onClose={() => calls.check(null)}
    >
      <div className={styles.head}>
        <h2 id={id}>{t(intent.of === 'visit' ? 'calls.check.visit.title' : 'calls.check.title')}</h2>
        <button type="button" aria-label={t('frame.close')} onClick={() => dialog.current?.close()}>
          <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.preview}>
        {own.picture === null ? (
          <p className={styles.dim}>{t('calls.check.camera.off')}</p>
        ) : (
          <Preview stream={own.picture} />
        )}
        <div className={styles.previewBar}>
          <button
            type="button"
            className={bar.control}
            data-off={!microphone.isOn || undefined}
            aria-label={hear}
            title={hear}
            onClick={() => void media.current?.setMicrophone(!microphone.isOn)}
          >
            {microphone.isOn ? <IconMicrophone {...ICON} /> : <IconMicrophoneOff {...ICON} />}
          </button>
          <button
            type="button"
            className={bar.control}
            data-off={!camera.isOn || undefined}
            aria-label={see}
            title={see}
            onClick={() => void media.current?.setCamera(!camera.isOn)}
          >
            {camera.isOn ? <IconVideo {...ICON} /> : <IconVideoOff {...ICON} />}
          </button>
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
      <div className={styles.actions}>
        <button type="button" className={styles.plain} onClick={() => dialog.current?.close()}>
          {t('frame.cancel')}
        </button>
        <button type="button" className={styles.main} onClick={go}>
          {t(
            intent.of === 'start'
              ? 'calls.check.call'
              : intent.of === 'answer'
                ? 'calls.check.answer'
                : 'calls.check.visit',
          )}
        </button>
      </div>
    </BareDialog>
  );
}
