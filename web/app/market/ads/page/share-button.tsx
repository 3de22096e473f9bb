import { type Icon, IconBookmark, IconCopy, IconDeviceMobileShare, IconMessageCircle, IconShare3 } from 'virtual:icons';
import { type ComponentType, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { loadSlot } from '../../../platform/slots.ts';
import { Menu, menuRow } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './share-button.module.css';

declare module '../../../platform/slots.ts' {
  interface Slots {
    /** Saves an item, or lets the user choose its collections when it is saved already. */
    SaveOrChoose: ComponentType<{ item: { kind: 'ad'; id: number }; onClose: () => void }>;
  }
}

const ShareDialog = lazyPart(() => loadSlot('ShareDialog'));

const SaveOrChoose = lazyPart(() => loadSlot('SaveOrChoose'));

interface ShareButtonProps {
  title: string;
  adId: number;
  isSignedIn: boolean;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const address = (): string => `${window.location.origin}${window.location.pathname}`;

export function ShareButton({ title, adId, isSignedIn }: ShareButtonProps) {
  const t = useText('ad-page');
  const menuId = useId();
  const [isOpen, setOpen] = useState(false);
  /** Counts presses, so that each one saves anew. */
  const [saveCount, setSaveCount] = useState(0);

  /** Few desktop users know the system's share dialog, so there the link is copied. */
  async function shareElsewhere(): Promise<void> {
    try {
      if (navigator.share) await navigator.share({ title, url: address() });
      else await copy();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('frame.error.generic'));
    }
  }

  const row = (RowIcon: Icon, text: string, onPress: () => void, className = '') => (
    <button type="button" className={`${menuRow} ${className}`} onClick={onPress}>
      <RowIcon {...ICON} />
      {text}
    </button>
  );
  const copy = (): Promise<void> => copyText(address(), t('ad-page.share.copied'), t('frame.error.generic'));
  return (
    <>
      <button
        type="button"
        className={styles.share}
        aria-label={t('ad-page.share')}
        title={t('ad-page.share')}
        popoverTarget={menuId}
      >
        <IconShare3 {...ICON} />
      </button>
      <Menu id={menuId} label={t('ad-page.share')}>
        {isSignedIn ? (
          row(IconMessageCircle, t('ad-page.share.chat'), () => setOpen(true))
        ) : (
          <Link to={`/auth?next=/ad/${adId}`} rel="nofollow" className={menuRow}>
            <IconMessageCircle {...ICON} />
            {t('ad-page.share.chat')}
          </Link>
        )}
        {isSignedIn && row(IconBookmark, t('ad-page.share.keep'), () => setSaveCount((times) => times + 1))}
        {row(IconCopy, t('ad-page.share.copy'), () => void copy())}
        {row(IconDeviceMobileShare, t('ad-page.share.more'), () => void shareElsewhere(), styles.device)}
      </Menu>
      {saveCount > 0 && (
        <Suspense>
          <SaveOrChoose key={saveCount} item={{ kind: 'ad', id: adId }} onClose={() => setSaveCount(0)} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <ShareDialog card={{ kind: 'ad', id: adId }} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
