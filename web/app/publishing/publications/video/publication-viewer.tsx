import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import type { PublicationFile } from '@app/contract/publishing/publications';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useText } from '../../../platform/i18n.tsx';

interface PublicationViewerProps {
  photos: readonly PublicationFile[];
  start: number;
  onView: (index: number) => void;
  onClose: () => void;
}

export function PublicationViewer({ photos, start, onView, onClose }: PublicationViewerProps) {
  const t = useText('posts');
  const slides = photos.map(({ url, variants, width, height, alt }, index) => ({
    src: url,
    alt: alt || t('posts.photo.place', { number: index + 1, count: photos.length }),
    width,
    height,
    srcSet: Object.entries(variants).map(([shown, src]) => ({
      src,
      width: Number(shown),
      height: Math.round((Number(shown) * height) / Math.max(width, 1)),
    })),
  }));
  const isAlone = photos.length < 2;
  return (
    <Lightbox
      open
      close={onClose}
      index={start}
      slides={slides}
      plugins={isAlone ? [Zoom] : [Counter, Zoom]}
      carousel={{ finite: isAlone, preload: 1 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      counter={{ container: { style: { top: 0 } } }}
      on={{ view: ({ index }) => onView(index) }}
      labels={{
        Previous: t('posts.photo.previous'),
        Next: t('posts.photo.next'),
        Close: t('frame.close'),
        Lightbox: t('posts.photo.viewer'),
        Carousel: t('posts.photo.viewer'),
        'Photo gallery': t('posts.photo.viewer'),
        'Zoom in': t('posts.photo.zoomIn'),
        'Zoom out': t('posts.photo.zoomOut'),
      }}
      render={isAlone ? { buttonPrev: () => null, buttonNext: () => null } : {}}
    />
  );
}
