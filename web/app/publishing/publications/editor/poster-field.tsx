import { IconVideo } from 'virtual:icons';
import { useId, useRef, useState } from 'react';
import { formatClock } from '../../../platform/format/format-clock.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { FormFile } from './form-file.ts';
import styles from './poster-field.module.css';

interface PosterFieldProps {
  file: FormFile;
  isDisabled: boolean;
  onPoster: (ms: number) => void;
}

const STEP_MS = 100;
/** Default position of the video cover, in milliseconds. */
const FIRST_MS = 0;

/** Chooses the frame for the video cover. If the browser cannot play the video, shows the cover made by the server. */
export function PosterField({ file, isDisabled, onPoster }: PosterFieldProps) {
  const t = useText('make-post');
  const id = useId();
  const video = useRef<HTMLVideoElement>(null);
  const [broken, setBroken] = useState('');
  const [duration, setDuration] = useState(0);
  const length = duration || file.stored?.duration_ms || 0;
  const plays = file.film !== '' && broken !== file.film;
  const at = file.posterMs ?? FIRST_MS;

  function seek(ms: number): void {
    onPoster(ms);
    if (video.current) video.current.currentTime = ms / 1000;
  }

  return (
    <div className={styles.poster}>
      {plays ? (
        <video
          key={file.film}
          ref={video}
          src={file.film}
          className={styles.film}
          muted
          playsInline
          preload="metadata"
          aria-label={t('make-post.files.video')}
          onLoadedMetadata={({ currentTarget }) => {
            if (Number.isFinite(currentTarget.duration)) setDuration(Math.round(currentTarget.duration * 1000));
            currentTarget.currentTime = at / 1000;
          }}
          onError={() => setBroken(file.film)}
        />
      ) : file.stored?.preview ? (
        <img src={file.stored.preview} alt={t('make-post.files.video')} className={styles.film} />
      ) : (
        <span className={styles.none} role="img" aria-label={t('make-post.files.video')}>
          <IconVideo size={40} stroke={1.5} aria-hidden="true" />
        </span>
      )}
      {length > STEP_MS && (
        <div className={styles.choice}>
          <label htmlFor={`${id}-at`}>
            {t('make-post.poster')}
            <span className="num">{t('make-post.poster.at', { time: formatClock(at) })}</span>
          </label>
          <input
            id={`${id}-at`}
            type="range"
            min={0}
            max={Math.max(0, length - STEP_MS)}
            step={STEP_MS}
            value={Math.min(at, length)}
            disabled={isDisabled}
            aria-valuetext={t('make-post.poster.at', { time: formatClock(at) })}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
          />
          <small id={`${id}-hint`}>{t('make-post.poster.hint')}</small>
        </div>
      )}
    </div>
  );
}
