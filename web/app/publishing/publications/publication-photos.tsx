import { IconChevronLeft, IconChevronRight, IconPlayerPauseFilled, IconPlayerPlayFilled } from 'virtual:icons';
import type { PublicationFile } from '@app/contract/publishing/publications';
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { averageColor } from '../../market/ads/thumbhash-color.ts';
import { useText } from '../../platform/i18n.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import { mayAutoplay } from '../../ui/media/video-settings.ts';
import { IN_VIEW_THRESHOLDS, isInView } from './feed/in-view.ts';
import styles from './publication-photos.module.css';
import { useHeart } from './use-heart.tsx';

const PhotoViewer = lazy(() =>
  import('./video/publication-viewer.tsx').then(({ PublicationViewer }) => ({ default: PublicationViewer })),
);

const SIZES = '(max-width: 48em) 100vw, 640px';
/** Milliseconds. A second press within this time is a like; a single press opens the photo after this time. */
const DOUBLE_MS = 280;
const RATIO_MIN = 4 / 5;
const RATIO_MAX = 3;

const slideWidth = (strip: HTMLElement): number => Math.max(strip.clientWidth, 1);

interface PublicationPhotosProps {
  photos: readonly PublicationFile[];
  isFirst?: boolean;
  onLike: (() => void) | undefined;
}

function srcSetOf({ variants, preview, url }: PublicationFile): string {
  const widths = Object.entries(variants);
  return widths.length > 0
    ? widths.map(([width, address]) => `${address} ${width}w`).join(', ')
    : `${preview} 800w, ${url} 1600w`;
}

function AnimatedPhoto({ src, isWanted }: { src: string; isWanted: boolean }) {
  const film = useRef<HTMLVideoElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = film.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.slice(-1).some(isInView)), {
      threshold: IN_VIEW_THRESHOLDS,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = film.current;
    if (element === null) return;
    if (!isWanted || !isSeen) element.pause();
    else {
      // Set as a property, because React sets the `muted` attribute too late for autoplay.
      element.muted = true;
      void element.play().catch(() => undefined);
    }
  }, [isWanted, isSeen]);
  return (
    <video
      ref={film}
      className={styles.motion}
      src={src}
      muted
      loop
      playsInline
      preload="none"
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** Proportions of the carousel: those of its first photo, at most 4:5 tall and 3:1 wide. Other photos are shown whole. */
function ratioOf({ width, height }: PublicationFile): number {
  return width > 0 && height > 0 ? Math.min(RATIO_MAX, Math.max(RATIO_MIN, width / height)) : 1;
}

interface SlideProps {
  photo: PublicationFile;
  alt: string;
  isFirst: boolean;
  isMoving: boolean;
}

function Slide({ photo, alt, isFirst, isMoving }: SlideProps) {
  return (
    <span className={styles.frame} style={{ backgroundColor: averageColor(photo.thumbhash) }}>
      <img
        src={photo.preview || photo.url}
        srcSet={srcSetOf(photo)}
        sizes={SIZES}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={isFirst ? undefined : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding={isFirst ? 'sync' : 'async'}
        draggable={false}
      />
      {photo.motion !== null && <AnimatedPhoto src={photo.motion} isWanted={isMoving} />}
    </span>
  );
}

/** A press opens a photo and a double press likes, so a single press acts only after the double-press time. */
function usePress(
  onOpen: (index: number) => void,
  onDouble: ((event: MouseEvent<HTMLElement>) => void) | undefined,
): (event: MouseEvent<HTMLElement>, index: number) => void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return (event, index) => {
    // A click by keyboard has `detail` 0 and acts at once.
    if (event.detail === 0 || onDouble === undefined) {
      onOpen(index);
      return;
    }
    if (waiting.current === undefined) {
      waiting.current = setTimeout(() => {
        waiting.current = undefined;
        onOpen(index);
      }, DOUBLE_MS);
      return;
    }
    clearTimeout(waiting.current);
    waiting.current = undefined;
    onDouble(event);
  };
}

function MotionSwitch({ isMoving, onSwitch }: { isMoving: boolean; onSwitch: () => void }) {
  const t = useText('posts');
  return (
    <button
      type="button"
      className={styles.mover}
      aria-label={t(isMoving ? 'posts.video.pause' : 'posts.video.play')}
      onClick={onSwitch}
    >
      {isMoving ? (
        <IconPlayerPauseFilled size={16} aria-hidden="true" />
      ) : (
        <IconPlayerPlayFilled size={16} aria-hidden="true" />
      )}
      <span aria-hidden="true">GIF</span>
    </button>
  );
}

interface SlideControlsProps {
  photos: readonly PublicationFile[];
  current: number;
  onShow: (index: number) => void;
}

function SlideControls({ photos, current, onShow }: SlideControlsProps) {
  const t = useText('posts');
  const count = photos.length;
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {`${current + 1} / ${count}`}
      </span>
      <span className={styles.dots} aria-hidden="true">
        {photos.map(({ id }, index) => (
          <i key={id} data-on={index === current || undefined} />
        ))}
      </span>
      <IconButton
        icon={IconChevronLeft}
        label={t('posts.photo.previous')}
        stroke={2}
        className={styles.arrow}
        data-to="previous"
        disabled={current === 0}
        onClick={() => onShow(current - 1)}
      />
      <IconButton
        icon={IconChevronRight}
        label={t('posts.photo.next')}
        stroke={2}
        className={styles.arrow}
        data-to="next"
        disabled={current === count - 1}
        onClick={() => onShow(current + 1)}
      />
    </>
  );
}

/**
 * Up to six photos in a carousel with arrows, swipes and keys. A press opens the full-screen view, a double
 * press likes. Animated photos play in view unless the user prefers reduced motion.
 */
export function PublicationPhotos({ photos, isFirst = false, onLike }: PublicationPhotosProps) {
  const t = useText('posts');
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [opened, setOpened] = useState<number | null>(null);
  const [isMoving, setMoving] = useState(false);
  const { heart, beat } = useHeart();
  const count = photos.length;
  const moves = photos[current]?.motion != null;

  useEffect(() => setMoving(mayAutoplay()), []);

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const follow = (): void => setCurrent(Math.round(element.scrollLeft / slideWidth(element)));
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, []);

  function show(index: number): void {
    const element = strip.current;
    if (!element || index < 0 || index >= count) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: index * slideWidth(element), behavior: isStill ? 'auto' : 'smooth' });
  }

  const handlePress = usePress(
    setOpened,
    onLike &&
      ((event) => {
        beat(event);
        onLike();
      }),
  );

  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || count < 2) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, current + step));
    show(next);
    const slide = strip.current?.children[next];
    if (slide instanceof HTMLElement) slide.focus({ preventScroll: true });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of photos is no fieldset
    <div
      className={styles.photos}
      data-media=""
      data-needs-scripts={photos.some(({ motion }) => motion != null) ? '' : undefined}
      role="group"
      aria-label={t('posts.photo.slider')}
    >
      <div ref={strip} className={styles.strip} style={photos[0] && { aspectRatio: ratioOf(photos[0]) }}>
        {photos.map((photo, index) => (
          <button
            key={photo.id}
            type="button"
            className={styles.slide}
            aria-label={
              photo.alt
                ? t('posts.photo.alt', { number: index + 1, count, alt: photo.alt })
                : t('posts.photo.open', { number: index + 1, count })
            }
            // Roving tabindex: the carousel is one tab stop, and arrows move within it.
            tabIndex={index === current ? 0 : -1}
            onClick={(event) => handlePress(event, index)}
            onKeyDown={handleKey}
          >
            <Slide photo={photo} alt={photo.alt} isFirst={isFirst && index === 0} isMoving={isMoving} />
          </button>
        ))}
      </div>
      {moves && <MotionSwitch isMoving={isMoving} onSwitch={() => setMoving(!isMoving)} />}
      {count > 1 && <SlideControls photos={photos} current={current} onShow={show} />}
      {heart}
      {opened !== null && (
        <Suspense>
          <PhotoViewer photos={photos} start={opened} onView={(index) => show(index)} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}
