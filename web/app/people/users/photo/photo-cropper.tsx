import 'react-easy-crop/react-easy-crop.css';
import { IconRotate2, IconRotateClockwise2, IconZoomIn } from 'virtual:icons';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import type { CropArea } from './crop-photo.ts';
import styles from './photo-editor.module.css';

const ZOOM_MAX = 4;
const TILT_MAX = 45;
const QUARTER = 90;
const KEY_STEP = 8;

interface PhotoCropperProps {
  url: string;
  progress: number | null;
  onBack: () => void;
  onSave: (area: CropArea, degrees: number) => void;
}

export function PhotoCropper({ url, progress, onBack, onSave }: PhotoCropperProps) {
  const t = useText('settings');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(0);
  const [tilt, setTilt] = useState(0);
  const [area, setArea] = useState<CropArea | null>(null);
  const degrees = quarters * QUARTER + tilt;
  const isSending = progress !== null;
  return (
    <>
      <div className={styles.stage} data-crop>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          rotation={degrees}
          aspect={1}
          cropShape="round"
          showGrid={false}
          maxZoom={ZOOM_MAX}
          keyboardStep={KEY_STEP}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('settings.photo.move'), role: 'group', tabIndex: 0 }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setArea(pixels)}
        />
      </div>
      <div className={styles.tools}>
        <label className={styles.slider}>
          <IconZoomIn size={20} stroke={ICON_STROKE} aria-hidden="true" />
          <span>{t('settings.photo.zoom')}</span>
          <input
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
          />
        </label>
        <label className={styles.slider}>
          <IconRotate2 size={20} stroke={ICON_STROKE} aria-hidden="true" />
          <span>{t('settings.photo.tilt')}</span>
          <input
            type="range"
            min={-TILT_MAX}
            max={TILT_MAX}
            step={1}
            value={tilt}
            onChange={(event) => setTilt(Number(event.currentTarget.value))}
          />
        </label>
        <div className={styles.turns}>
          {([-1, 1] as const).map((turn) => {
            const label = t(turn === 1 ? 'settings.photo.right' : 'settings.photo.left');
            const Icon = turn === 1 ? IconRotateClockwise2 : IconRotate2;
            return (
              <button
                key={turn}
                type="button"
                className={iconButton}
                aria-label={label}
                title={label}
                onClick={() => setQuarters((quarters + turn + 4) % 4)}
              >
                <Icon size={22} stroke={ICON_STROKE} aria-hidden="true" />
              </button>
            );
          })}
        </div>
      </div>
      {isSending && (
        <progress className={styles.progress} max={1} value={progress} aria-label={t('settings.photo.sending')} />
      )}
      <div className={styles.actions}>
        <button type="button" className={button('plain')} disabled={isSending} onClick={onBack}>
          {t('settings.photo.other')}
        </button>
        <button
          type="button"
          className={button('primary')}
          aria-busy={isSending}
          disabled={area === null || isSending}
          onClick={() => area && onSave(area, degrees)}
        >
          {t(isSending ? 'settings.photo.sending' : 'settings.photo.save')}
        </button>
      </div>
    </>
  );
}
