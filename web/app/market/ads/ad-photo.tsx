import { IconPhoto } from 'virtual:icons';
import type { AdPhoto as Photo } from '@app/contract/market/ads';
import { useText } from '../../platform/i18n.tsx';
import styles from './ad-photo.module.css';
import { averageColor } from './thumbhash-color.ts';

interface AdPhotoProps {
  photo: Photo | undefined;
  alt?: string;
  sizes: string;
  isFirst?: boolean;
  isLarge?: boolean;
  isNear?: boolean;
  className?: string | undefined;
}

/** A photo of an ad in the 8:5 frame, over its average color until loaded; a placeholder without a photo. */
export function AdPhoto({
  photo,
  alt = '',
  sizes,
  isFirst = false,
  isLarge = false,
  isNear = isFirst,
  className,
}: AdPhotoProps) {
  const t = useText();
  const frame = ['photo', styles.photo, className].filter(Boolean).join(' ');
  if (!photo) {
    return (
      <span className={frame} {...(alt && { role: 'img', 'aria-label': t('ads.photo.none') })}>
        <span className={styles.none}>
          <IconPhoto size={36} stroke={1.3} aria-hidden="true" />
        </span>
      </span>
    );
  }
  return (
    <span className={frame} style={{ backgroundColor: averageColor(photo.thumbhash) }}>
      <img
        src={photo.src_400}
        srcSet={`${photo.src_400} 400w, ${photo.src} 800w${isLarge ? `, ${photo.src_1600} 1600w` : ''}`}
        sizes={sizes}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={isNear ? undefined : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding={isFirst ? 'sync' : 'async'}
      />
    </span>
  );
}
