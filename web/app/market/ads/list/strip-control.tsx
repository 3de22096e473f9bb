import { IconPlayerPauseFilled, IconPlayerPlayFilled } from 'virtual:icons';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { slideTo, slideWidth } from '../page/slide-to.ts';
import styles from './strip-control.module.css';

const INTERVAL_MS = 6000;

interface StripControlProps {
  /** Horizontally scrolled strip of photos. On wide screens all photos are visible and nothing moves. */
  strip: RefObject<HTMLElement | null>;
  count: number;
  /** True while something covers the strip, which pauses the slideshow. */
  isHeld: boolean;
}

/** Counter «1 / 3» of the photo strip on phones. The slideshow runs until it is paused, touched or stopped. */
export function StripControl({ strip, count, isHeld }: StripControlProps) {
  const t = useText('ad-page');
  const [current, setCurrent] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);

  useEffect(() => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPlaying(true);
    const element = strip.current;
    if (!element) return;
    const follow = (): void => setCurrent(Math.round(element.scrollLeft / slideWidth(element)));
    const stop = (): void => setIsPlaying(false);
    const gone = new AbortController();
    const options = { passive: true, signal: gone.signal };
    element.addEventListener('scroll', follow, options);
    element.addEventListener('touchmove', stop, options);
    element.addEventListener('wheel', stop, options);
    return () => gone.abort();
  }, [strip]);

  const goOn = useEffectEvent(() => {
    const element = strip.current;
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

  const PlateIcon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <button type="button" className={styles.control} onClick={() => setIsPlaying(!isPlaying)}>
      <span className={styles.plate}>
        <PlateIcon size={12} aria-hidden="true" />
        {t('ad-page.photo.place', { number: current + 1, count })}
      </span>
      <span className="sr">{t(isPlaying ? 'ad-page.photo.pause' : 'ad-page.photo.play')}</span>
    </button>
  );
}
