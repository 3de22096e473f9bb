import styles from './attachments.module.css';

const SIZE = 40;
const RADIUS = 17;
const LENGTH = 2 * Math.PI * RADIUS;

export function UploadRing({ share, label }: { share: number; label: string }) {
  return (
    <svg
      className={styles.ring}
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={label}
    >
      <circle
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        strokeDasharray={LENGTH}
        // A minimum share is shown, so that the ring is visible before the upload starts.
        strokeDashoffset={LENGTH * (1 - Math.max(0.04, share))}
      />
    </svg>
  );
}
