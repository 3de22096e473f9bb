import { IconCopy, IconDeviceMobileShare, IconMessageCircle } from 'virtual:icons';
import { type ComponentProps, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import { loadSlot } from '../platform/slots.ts';
import { Menu, menuRow } from '../ui/frame/menu.tsx';
import { MenuButton } from '../ui/frame/menu-button.tsx';
import { ICON_STROKE } from '../ui/icon.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { copyText } from '../ui/text/copy-text.ts';
import { toast } from '../ui/toast/toast.ts';

const ShareDialog = lazyPart(() => loadSlot('ShareDialog'));

interface ShareMenuProps {
  id: string;
  /** Path of the shared page. */
  path: string;
  title: string;
  card: ComponentProps<typeof ShareDialog>['card'];
  isSignedIn: boolean;
  /** Whether it may be sent into chats as a card. */
  maySend?: boolean;
  deviceClass: string | undefined;
  texts: { menu: string; chat: string; copy: string; copied: string; device: string };
}

export function ShareMenu({ id, path, title, card, isSignedIn, maySend = true, deviceClass, texts }: ShareMenuProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const url = (): string => window.location.origin + path;
  const copy = (): Promise<void> => copyText(url(), texts.copied, t('frame.error.generic'));

  /** On desktops the system's share window is little known, so the link is copied instead. */
  async function shareElsewhere(): Promise<void> {
    try {
      if (navigator.share) await navigator.share({ title, url: url() });
      else await copy();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('frame.error.generic'));
    }
  }

  return (
    <>
      <Menu
        id={id}
        label={texts.menu}
        cachedAs="share menu"
        cachedBy={[isSignedIn || path, maySend, texts, deviceClass]}
      >
        {maySend &&
          (isSignedIn ? (
            <MenuButton icon={IconMessageCircle} text={texts.chat} onClick={() => setOpen(true)} />
          ) : (
            <Link to={`/auth?next=${encodeURIComponent(path)}`} rel="nofollow" className={menuRow}>
              <IconMessageCircle size={20} stroke={ICON_STROKE} aria-hidden="true" />
              {texts.chat}
            </Link>
          ))}
        <MenuButton icon={IconCopy} text={texts.copy} onClick={() => void copy()} />
        <MenuButton
          icon={IconDeviceMobileShare}
          text={texts.device}
          className={`${menuRow} ${deviceClass}`}
          onClick={() => void shareElsewhere()}
        />
      </Menu>
      {isOpen && (
        <Suspense>
          <ShareDialog card={card} isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
