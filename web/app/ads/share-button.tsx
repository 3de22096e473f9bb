import { IconShare3 } from '@tabler/icons-react';
import { useText } from '../platform/i18n.tsx';
import { ICON_STROKE } from '../ui/icon.ts';
import { toast } from '../ui/toast.ts';
import styles from './share-button.module.css';

/** Hands the address of this page to the device's own sharing, or to the clipboard where there is none. */
export function ShareButton({ title }: { title: string }) {
  const t = useText('ad-page');

  async function share(): Promise<void> {
    const url = `${window.location.origin}${window.location.pathname}`;
    try {
      // Desktop browsers share through a window of the system that few people know: there the link is copied.
      if (navigator.share && window.matchMedia('(pointer: coarse)').matches)
        return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast.success(t('ad-page.share.copied'));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('frame.error.generic'));
    }
  }

  return (
    <button
      type="button"
      className={styles.share}
      aria-label={t('ad-page.share')}
      title={t('ad-page.share')}
      onClick={() => void share()}
    >
      <IconShare3 size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}
