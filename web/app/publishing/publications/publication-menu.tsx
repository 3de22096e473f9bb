import { IconBellOff, IconCopy, IconDots, IconFlag, IconHistory, IconPencil, IconTrash } from 'virtual:icons';
import type { Publication } from '@app/contract/publishing/publications';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import { Menu, menuRow } from '../../ui/frame/menu.tsx';
import { MenuButton } from '../../ui/frame/menu-button.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { copyPublicationLink, publicationAddress } from './publication-address.ts';
import type { PublicationDialog } from './publication-dialogs.tsx';

const PublicationDialogs = lazyPart(() =>
  import('./publication-dialogs.tsx').then(({ PublicationDialogs }) => PublicationDialogs),
);

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

interface PublicationMenuProps {
  publication: Publication;
  isSignedIn: boolean;
  mayDelete: boolean;
  onDeleted: () => void;
  onMuted: () => void;
}

export function PublicationMenu({ publication, isSignedIn, mayDelete, onDeleted, onMuted }: PublicationMenuProps) {
  const t = useText('posts');
  const [dialog, setDialog] = useState<PublicationDialog | null>(null);
  const { publish_id, publish_user_id, firstname, lastname, own, edited } = publication;
  const name = `${firstname} ${lastname}`.trim();
  const label = own === 1 ? t('posts.menu.own') : t('posts.menu', { name });
  const address = publicationAddress(publish_user_id, publish_id);
  const menuId = `publication-${publish_id}-menu`;
  return (
    <>
      <IconButton icon={IconDots} label={label} hasTooltip popoverTarget={menuId} />
      <Menu
        id={menuId}
        label={label}
        cachedAs="publication menu"
        cachedBy={[own === 1 ? address : own, edited !== null, isSignedIn, mayDelete]}
      >
        {own === 1 && (
          <Link to={`${address}/edit`} className={menuRow}>
            <IconPencil {...ICON} />
            {t('posts.edit')}
          </Link>
        )}
        <MenuButton icon={IconCopy} text={t('posts.copy')} onClick={() => void copyPublicationLink(address, t)} />
        {edited !== null && (
          <MenuButton icon={IconHistory} text={t('posts.history')} onClick={() => setDialog('history')} />
        )}
        {own === 0 && isSignedIn && (
          <>
            <MenuButton icon={IconBellOff} text={t('posts.mute')} onClick={() => setDialog('mute')} />
            <MenuButton icon={IconFlag} text={t('posts.report')} onClick={() => setDialog('report')} />
          </>
        )}
        {mayDelete && <MenuButton icon={IconTrash} text={t('posts.delete')} onClick={() => setDialog('delete')} />}
      </Menu>
      {dialog && (
        <Suspense>
          <PublicationDialogs
            publication={publication}
            dialog={dialog}
            onDeleted={onDeleted}
            onMuted={onMuted}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}
