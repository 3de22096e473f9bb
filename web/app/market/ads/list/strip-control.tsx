import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { slideTo, slideWidth } from '../page/slide-to.ts';
import styles from './strip-control.module.css';

/** How long a photo stands before the next one comes. */
const INTERVAL_MS = 6000;

interface StripControlProps {
  /** Photos side by side, scrolled sideways. On wide screens they all stand in view and nothing moves. */
  strip: RefObject<HTMLElement | null>;
  count: number;
  /** While something covers the strip. */
  isHeld: boolean;
}

/** «1 / 3» of the phone's strip of photos, which goes on by itself until it is held, touched or stopped. */
export function StripControl({ strip, count, isHeld }: StripControlProps) {
  const t = useText('ad-page');
  const [current, setCurrent] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);

  useEffect(() => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPlaying(true);
    const element = strip.current;
    if (!element) return;
    const follow = (): void => setCurrent(Math.round(element.scrollLeft / slideWidth(element)));
    // Whoever leafs through the photos themselves does not want them to move on.
    const stop = (): void => setIsPlaying(false);
    element.addEventListener('scroll', follow, { passive: true });
    element.addEventListener('touchmove', stop, { passive: true });
    element.addEventListener('wheel', stop, { passive: true });
    return () => {
      element.removeEventListener('scroll', follow);
      element.removeEventListener('touchmove', stop);
      element.removeEventListener('wheel', stop);
    };
  }, [strip]);

  const goOn = useEffectEvent(() => {
    const element = strip.current;
    // Under the pointer, with the focus in it, out of sight or in a hidden tab the photos stand still.
    if (!element || element.matches(':hover, :focus-within') || document.hidden) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (element.scrollWidth > element.clientWidth && bottom > 0 && top < window.innerHeight)
      void slideTo(element, (current + 1) % count);
  });
  useEffect(() => {
    if (!isPlaying || isHeld) return;
    const timer = setInterval(goOn, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPlaying, isHeld]);

  return (
    <button type="button" className={styles.control} onClick={() => setIsPlaying(!isPlaying)}>
      <span className={styles.plate}>
        {isPlaying ? (
          <IconPlayerPauseFilled size={12} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={12} aria-hidden="true" />
        )}
        {t('ad-page.photo.place', { number: current + 1, count })}
      </span>
      <span className="sr">{t(isPlaying ? 'ad-page.photo.pause' : 'ad-page.photo.play')}</span>
    </button>
  );
}
