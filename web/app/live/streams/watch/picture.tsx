import { type RefObject, useEffect, useRef } from 'react';
import styles from './picture.module.css';

interface PictureProps {
  stream: MediaStream;
  label: string;
  isMirrored?: boolean;
  /** Shows the whole frame (`contain`); a camera fills its place instead. */
  isWhole?: boolean;
  ref?: RefObject<HTMLVideoElement | null>;
  onFirstFrame?: () => void;
}

/** Video without its audio, which plays separately, so that autoplay needs no user gesture. */
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
