import { IconArrowsSort, IconDoorExit, IconDots, IconPencil, IconShare3, IconTrash, IconUsers } from 'virtual:icons';
import type { Playlist } from '@app/contract/publishing/music';
import { useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { menuSeparator } from '../../../ui/frame/menu.tsx';
import { FloatingMenu, MenuAction } from '../floating-menu.tsx';
import { openTrackDialog } from '../tracks/track-dialog-request.ts';

export function PlaylistMenuButton({ playlist, onSort }: { playlist: Playlist; onSort?: (() => void) | undefined }) {
  const t = useText('music');
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isOwn = playlist.own === 1;
  const canShare = isOwn || playlist.may_share === 1;
  const isCoAuthor = playlist.co_author === 1;
  if (!isOwn && !canShare && !isCoAuthor) return null;
  return (
    <>
      <IconButton
        icon={IconDots}
        label={t('music.playlist.more')}
        hasTooltip
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <FloatingMenu label={t('music.playlist.more')} anchor={anchor} onClose={() => setOpen(false)}>
          {canShare && (
            <MenuAction
              icon={IconShare3}
              text={t('music.playlist.share')}
              onPress={() => openTrackDialog({ kind: 'sharePlaylist', playlist })}
            />
          )}
          {(isOwn || isCoAuthor) && (
            <MenuAction
              icon={IconUsers}
              text={t('music.coAuthors')}
              onPress={() => openTrackDialog({ kind: 'coAuthors', playlist })}
            />
          )}
          {isCoAuthor && (
            <MenuAction
              icon={IconDoorExit}
              text={t('music.coAuthors.leave')}
              onPress={() => openTrackDialog({ kind: 'leavePlaylist', playlist })}
            />
          )}
          {isOwn && (
            <>
              <MenuAction
                icon={IconPencil}
                text={t('music.playlist.edit')}
                onPress={() => openTrackDialog({ kind: 'editPlaylist', playlist })}
              />
              {onSort && <MenuAction icon={IconArrowsSort} text={t('music.playlist.order')} onPress={onSort} />}
              <hr className={menuSeparator} />
              <MenuAction
                icon={IconTrash}
                text={t('music.playlist.delete')}
                onPress={() => openTrackDialog({ kind: 'deletePlaylist', playlist })}
              />
            </>
          )}
        </FloatingMenu>
      )}
    </>
  );
}
