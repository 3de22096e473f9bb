import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useText } from '../../../../platform/i18n.tsx';

interface ChatPhotoViewerProps {
  photos: readonly ChatFile[];
  start: number;
  onClose: () => void;
}

const SMALL = 400;

export function ChatPhotoViewer({ photos, start, onClose }: ChatPhotoViewerProps) {
  const t = useText('chat');
  const slides = photos.map(({ url, preview, width, height, name }, index) => ({
    src: url,
    alt: t('chat.photo.alt', { number: index + 1, count: photos.length }),
    download: { url, filename: name },
    ...(width > 0 &&
      height > 0 && {
        width,
        height,
        ...(preview && {
          srcSet: [
            { src: preview, width: SMALL, height: Math.round((SMALL * height) / width) },
            { src: url, width, height },
          ],
        }),
      }),
  }));
  const isAlone = photos.length < 2;
  return (
    <Lightbox
      open
      close={onClose}
      index={start}
      slides={slides}
      plugins={isAlone ? [Download, Zoom] : [Counter, Download, Zoom]}
      carousel={{ finite: isAlone, preload: 1 }}
      controller={{ closeOnBackdropClick: true }}
      counter={{ container: { style: { top: 0 } } }}
      labels={{
        Previous: t('chat.photo.previous'),
        Next: t('chat.photo.next'),
        Close: t('frame.close'),
        Download: t('chat.photo.download'),
        Lightbox: t('chat.photo.viewer'),
        Carousel: t('chat.photo.viewer'),
        'Photo gallery': t('chat.photo.viewer'),
        'Zoom in': t('chat.photo.zoomIn'),
        'Zoom out': t('chat.photo.zoomOut'),
      }}
      render={isAlone ? { buttonPrev: () => null, buttonNext: () => null } : {}}
    />
  );
}
