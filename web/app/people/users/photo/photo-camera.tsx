import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import styles from './photo-editor.module.css';
import { type CameraTrouble, cameraTrouble } from './pick-portrait.ts';

const WANTED: MediaStreamConstraints = {
  video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 1280 } },
};
const QUALITY = 0.95;

interface PhotoCameraProps {
  onShot: (photo: Blob) => void;
  onBack: () => void;
}

export function PhotoCamera({ onShot, onBack }: PhotoCameraProps) {
  const t = useText('settings');
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const stop = (): void => stream?.getTracks().forEach((track) => void track.stop());
    navigator.mediaDevices.getUserMedia(WANTED).then(
      (opened) => {
        stream = opened;
        if (isGone) return stop();
        if (video.current) video.current.srcObject = opened;
      },
      (error: unknown) => setTrouble(cameraTrouble(error)),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, []);

  function shoot(): void {
    const source = video.current;
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!source || !context) {
      setTrouble('failed');
      return;
    }
    canvas.width = source.videoWidth;
    canvas.height = source.videoHeight;
    // Mirrors the photo like the preview.
    context.translate(canvas.width, 0);
    context.scale(-1, 1);
    context.drawImage(source, 0, 0);
    canvas.toBlob((photo) => (photo ? onShot(photo) : setTrouble('failed')), 'image/jpeg', QUALITY);
  }

  return (
    <>
      {trouble === null ? (
        <video
          ref={video}
          className={styles.stage}
          data-mirrored
          autoPlay
          muted
          playsInline
          aria-label={t('settings.photo.camera')}
          onLoadedData={() => setReady(true)}
        />
      ) : (
        <p role="alert" className={styles.trouble}>
          {t(`settings.photo.camera.${trouble}`)}
        </p>
      )}
      <div className={styles.actions}>
        <button type="button" className={button('plain')} onClick={onBack}>
          {t('settings.photo.back')}
        </button>
        {trouble === null && (
          <button type="button" className={button('primary')} disabled={!isReady} onClick={shoot}>
            {t('settings.photo.shoot')}
          </button>
        )}
      </div>
    </>
  );
}
