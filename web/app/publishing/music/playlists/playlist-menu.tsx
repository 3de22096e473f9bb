import type { Playlist } from '@app/contract/publishing/music';
import { IconArrowsSort, IconDots, IconPencil, IconShare3, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { menuSeparator } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { FloatingMenu, MenuAction } from '../floating-menu.tsx';
import { openTrackDialog } from '../tracks/track-dialog-request.ts';

interface PlaylistMenuButtonProps {
  playlist: Playlist;
  onSort?: (() => void) | undefined;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

export function PlaylistMenuButton({ playlist, onSort }: PlaylistMenuButtonProps) {
  const t = useText('music');
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isOwn = playlist.own === 1;
  const canShare = isOwn || playlist.may_share === 1;
  if (!isOwn && !canShare) return null;
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
              icon={<IconShare3 {...ICON} />}
              onPress={() => openTrackDialog({ kind: 'sharePlaylist', playlist })}
            >
              {t('music.playlist.share')}
            </MenuAction>
          )}
          {isOwn && (
            <>
              <MenuAction
                icon={<IconPencil {...ICON} />}
                onPress={() => openTrackDialog({ kind: 'editPlaylist', playlist })}
              >
                {t('music.playlist.edit')}
              </MenuAction>
              {onSort && (
                <MenuAction icon={<IconArrowsSort {...ICON} />} onPress={onSort}>
                  {t('music.playlist.order')}
                </MenuAction>
              )}
              <hr className={menuSeparator} />
              <MenuAction
                icon={<IconTrash {...ICON} />}
                onPress={() => openTrackDialog({ kind: 'deletePlaylist', playlist })}
              >
                {t('music.playlist.delete')}
              </MenuAction>
            </>
          )}
        </FloatingMenu>
      )}
    </>
  );
}
