import { IconHeartFilled } from 'virtual:icons';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import styles from './use-heart.module.css';

const HEART_MS = 900;

/** Heart animation at the position of a double press; the containing element must be positioned. */
export function useHeart(): { heart: ReactNode; beat: (event: MouseEvent<HTMLElement>) => void } {
  const [place, setPlace] = useState<{ left: number; top: number; key: number } | null>(null);

  useEffect(() => {
    if (place === null) return;
    const timer = setTimeout(() => setPlace(null), HEART_MS);
    return () => clearTimeout(timer);
  }, [place]);

  return {
    heart: place && (
      <span key={place.key} className={styles.heart} style={{ left: place.left, top: place.top }} aria-hidden="true">
        <IconHeartFilled size={96} />
      </span>
    ),
    beat({ currentTarget, clientX, clientY, timeStamp }) {
      const box = currentTarget.closest('[data-media]')?.getBoundingClientRect();
      setPlace({ left: clientX - (box?.left ?? 0), top: clientY - (box?.top ?? 0), key: timeStamp });
    },
  };
}
