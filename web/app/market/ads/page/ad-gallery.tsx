import { IconMaximize } from 'virtual:icons';
import type { AdPhoto as Photo } from '@app/contract/market/ads';
import { lazy, Suspense, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdPhoto } from '../ad-photo.tsx';
import { StripControl } from '../list/strip-control.tsx';
import styles from './ad-gallery.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer.tsx').then(({ PhotoViewer }) => ({ default: PhotoViewer })));

/** `sizes` by the number of photos; on phones each fills the page. Photos of a pair are cropped at their sides. */
const ONE_SIZES =
  '(max-width: 48em) 100vw, (max-width: 62em) calc(100vw - 352px), (max-width: 74.9em) 67vw, clamp(896px, 80vw - 416px, 1120px)';
const PAIR_SIZES = '(max-width: 48em) 100vw, (max-width: 62em) 64vw, clamp(700px, 46vw, 875px)';
const MAIN_SIZES = '(max-width: 48em) 100vw, (max-width: 62em) 44vw, clamp(596px, 39vw, 744px)';
const SIDE_SIZES = '(max-width: 48em) 100vw, (max-width: 62em) 22vw, clamp(298px, 20vw, 372px)';

function sizesOf(index: number, count: number): string {
  if (count === 1) return ONE_SIZES;
  if (count === 2) return PAIR_SIZES;
  return index === 0 ? MAIN_SIZES : SIDE_SIZES;
}

export function AdGallery({ photos, title }: { photos: readonly Photo[]; title: string }) {
  const t = useText('ad-page');
  const strip = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<number | null>(null);
  if (photos.length === 0) {
    return (
      <div className={styles.gallery} data-empty>
        <AdPhoto photo={undefined} alt={title} sizes={ONE_SIZES} />
      </div>
    );
  }
  return (
    <div className={styles.gallery}>
      <div ref={strip} className={styles.strip} data-count={photos.length}>
        {photos.map((photo, index) => (
          <button
            key={photo.id}
            type="button"
            className={styles.open}
            aria-label={t('ad-page.photo.open', { number: index + 1, count: photos.length })}
            onClick={() => setOpened(index)}
          >
            <AdPhoto
              photo={photo}
              alt={t('ad-page.photo.alt', { title, number: index + 1 })}
              sizes={sizesOf(index, photos.length)}
              isLarge
              isFirst={index === 0}
              isNear
              className={styles.photo}
            />
          </button>
        ))}
      </div>
      <span className={styles.count} aria-hidden="true">
        <IconMaximize size={17} stroke={ICON_STROKE} />
        {t('ad-page.photo.count', { count: photos.length })}
      </span>
      {photos.length > 1 && <StripControl strip={strip} count={photos.length} isHeld={opened !== null} />}
      {opened !== null && (
        <Suspense>
          <PhotoViewer photos={photos} title={title} start={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  );
}
