import { IconCopy, IconDeviceMobileShare, IconMessageCircle, IconShare3 } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { Menu, MenuButton, menuRow } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './publication.module.css';
import { copyPublicationLink, publicationAddress } from './publication-address.ts';

const ShareDialog = lazyPart(() => loadSlot('ShareDialog'));

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

interface PublicationShareProps {
  publishId: number;
  authorId: number;
  name: string;
  isSignedIn: boolean;
  /** Whether the author allows sending the publication into chats as a card. */
  maySend: boolean;
}

export function PublicationShare({ publishId, authorId, name, isSignedIn, maySend }: PublicationShareProps) {
  const t = useText('posts');
  const menuId = useId();
  const [isOpen, setOpen] = useState(false);
  const address = publicationAddress(authorId, publishId);

  /** On desktops the system's share window is little known, so the link is copied instead. */
  async function shareElsewhere(): Promise<void> {
    try {
      if (navigator.share) await navigator.share({ title: name, url: window.location.origin + address });
      else await copyPublicationLink(address, t);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('frame.error.generic'));
    }
  }

  return (
    <>
      <button type="button" className={styles.action} popoverTarget={menuId} data-share="">
        <IconShare3 size={22} stroke={ICON_STROKE} aria-hidden="true" />
        <span>{t('posts.share')}</span>
      </button>
      <Menu id={menuId} label={t('posts.share')}>
        {maySend &&
          (isSignedIn ? (
            <MenuButton icon={IconMessageCircle} text={t('posts.share.chat')} onClick={() => setOpen(true)} />
          ) : (
            <Link to={`/auth?next=${encodeURIComponent(address)}`} rel="nofollow" className={menuRow}>
              <IconMessageCircle {...ICON} />
              {t('posts.share.chat')}
            </Link>
          ))}
        <MenuButton icon={IconCopy} text={t('posts.copy')} onClick={() => void copyPublicationLink(address, t)} />
        <TextButton
          icon={IconDeviceMobileShare}
          text={t('posts.share.more')}
          className={`${menuRow} ${styles.device}`}
          onClick={() => void shareElsewhere()}
        />
      </Menu>
      {isOpen && (
        <Suspense>
          <ShareDialog card={{ kind: 'publication', id: publishId }} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
