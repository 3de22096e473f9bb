import type { Stream } from '@app/contract/live/streams';
import { IconCopy, IconDeviceMobileShare, IconMessageCircle, IconShare3 } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Menu, MenuButton, menuRow } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './share-stream.module.css';
import { streamPath } from './stream-address.ts';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

const ShareDialog = lazyPart(() => loadSlot('ShareDialog'));

export function ShareStream({ stream, isSignedIn }: { stream: Stream; isSignedIn: boolean }) {
  const t = useText('streams');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const address = (): string => window.location.origin + streamPath(stream);

  async function shareElsewhere(): Promise<void> {
    try {
      if (navigator.share) await navigator.share({ title: stream.theme, url: address() });
      else await copyText(address(), t('streams.share.copied'), t('frame.error.generic'));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('frame.error.generic'));
    }
  }

  return (
    <>
      <TextButton
        icon={IconShare3}
        size={18}
        text={t('streams.share')}
        className={button('plain', 'small')}
        popoverTarget={id}
      />
      <Menu id={id} label={t('streams.share')}>
        {isSignedIn ? (
          <MenuButton icon={IconMessageCircle} text={t('streams.share.chat')} onClick={() => setOpen(true)} />
        ) : (
          <Link to={`/auth?next=${encodeURIComponent(streamPath(stream))}`} rel="nofollow" className={menuRow}>
            <IconMessageCircle {...ICON} />
            {t('streams.share.chat')}
          </Link>
        )}
        <MenuButton
          icon={IconCopy}
          text={t('streams.share.copy')}
          onClick={() => void copyText(address(), t('streams.share.copied'), t('frame.error.generic'))}
        />
        <TextButton
          icon={IconDeviceMobileShare}
          text={t('streams.share.device')}
          className={`${menuRow} ${styles.device}`}
          onClick={() => void shareElsewhere()}
        />
      </Menu>
      {isOpen && (
        <Suspense>
          <ShareDialog card={{ kind: 'stream', id: stream.stream_id }} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
