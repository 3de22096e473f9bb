import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import type { AdPhoto } from '@app/contract/market/ads';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import { useText } from '../../../platform/i18n.tsx';

interface PhotoViewerProps {
  photos: readonly AdPhoto[];
  title: string;
  start: number;
  onClose: () => void;
}

const SIZES = [
  ['src_400', 400],
  ['src', 800],
  ['src_1600', 1600],
] as const;

const THUMBNAILS = { width: 96, height: 60, padding: 0, border: 2, imageFit: 'cover', vignette: false } as const;
/** The chosen one stands in the middle, and the two after it fit a phone beside it. */
const SMALL_THUMBNAILS = { ...THUMBNAILS, width: 56, height: 40 };

export function PhotoViewer({ photos, title, start, onClose }: PhotoViewerProps) {
  const t = useText('ad-page');
  const slides = photos.map((photo, index) => ({
    src: photo.src_1600,
    alt: t('ad-page.photo.alt', { title, number: index + 1 }),
    width: photo.width,
    height: photo.height,
    srcSet: SIZES.map(([name, width]) => ({
      src: photo[name],
      width,
      height: Math.round((width * photo.height) / photo.width),
    })),
  }));
  return (
    <Lightbox
      open
      close={onClose}
      index={start}
      slides={slides}
      plugins={photos.length < 2 ? [Counter] : [Counter, Thumbnails]}
      // Endless, the row of thumbnails would repeat its photos.
      carousel={{ finite: true, preload: photos.length - 1 }}
      thumbnails={window.matchMedia('(max-width: 48em)').matches ? SMALL_THUMBNAILS : THUMBNAILS}
      controller={{ closeOnBackdropClick: true }}
      counter={{ container: { style: { top: 0 } } }}
      labels={{
        Previous: t('ad-page.photo.previous'),
        Next: t('ad-page.photo.next'),
        Close: t('frame.close'),
        Lightbox: t('ad-page.photo.viewer'),
        Carousel: t('ad-page.photo.viewer'),
        'Photo gallery': t('ad-page.photo.viewer'),
        Thumbnails: t('ad-page.photo.viewer'),
        '{index} of {total}': t('ad-page.photo.place', { number: '{index}', count: '{total}' }),
      }}
      render={photos.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}}
    />
  );
}
