import { type RefObject, useEffect, useRef } from 'react';
import styles from './picture.module.css';

interface PictureProps {
  stream: MediaStream;
  /** What it shows, for those who do not see it. */
  label: string;
  /** One's own camera, as in a mirror. */
  isMirrored?: boolean;
  /** All of it, however wide; the camera fills its place. */
  isWhole?: boolean;
  ref?: RefObject<HTMLVideoElement | null>;
  onFirstFrame?: () => void;
}

/** A moving picture without its sound: that comes another way, so that nothing has to be pressed for the picture. */
export function Picture({ stream, label, isMirrored, isWhole, ref, onFirstFrame }: PictureProps) {
  const own = useRef<HTMLVideoElement>(null);
  const video = ref ?? own;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream, video]);
  return (
    <video
      ref={video}
      className={styles.picture}
      data-mirrored={isMirrored || undefined}
      data-whole={isWhole || undefined}
      aria-label={label}
      muted
      autoPlay
      playsInline
      onLoadedData={onFirstFrame}
    />
  );
}
