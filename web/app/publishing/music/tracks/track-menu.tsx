import type { Track } from '@app/contract/publishing/music';
import {
  IconArrowForwardUp,
  IconFlag,
  IconMicrophone2,
  IconPencil,
  IconPlaylist,
  IconPlaylistAdd,
  IconShare3,
  IconVinyl,
} from '@tabler/icons-react';
import { type ReactNode, type RefObject, Suspense } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { menuSeparator } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { SaveButton } from '../../collections/save-button.tsx';
import { FloatingMenu, MenuAction } from '../floating-menu.tsx';
import { addToQueue } from '../player/player.ts';
import { emitMusicChange, openTrackDialog } from './track-dialog-request.ts';

interface TrackMenuProps {
  track: Track;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Absent on the track's own page. */
  onOpen?: (() => void) | undefined;
  isOn?: boolean;
  children?: ReactNode;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

export function TrackMenu({ track, anchor, onClose, onOpen, isOn = false, children }: TrackMenuProps) {
  const t = useText('music');
  const { title } = track;
  return (
    <FloatingMenu label={t('music.row.more', { title })} anchor={anchor} onClose={onClose}>
      {!isOn && (
        <>
          <MenuAction
            icon={<IconArrowForwardUp {...ICON} />}
            onPress={() => {
              addToQueue(track, 'next');
              toast.success(t('music.queued.next', { title }));
            }}
          >
            {t('music.menu.next')}
          </MenuAction>
          <MenuAction
            icon={<IconPlaylist {...ICON} />}
            onPress={() => {
              addToQueue(track, 'last');
              toast.success(t('music.queued.last', { title }));
            }}
          >
            {t('music.menu.last')}
          </MenuAction>
        </>
      )}
      <MenuAction icon={<IconPlaylistAdd {...ICON} />} onPress={() => openTrackDialog({ kind: 'pick', track })}>
        {t('music.menu.addTo')}
      </MenuAction>
      <Suspense>
        <SaveButton
          kind="track"
          id={track.id}
          initiallySaved={track.kept === 1}
          title={title}
          isRow
          onSaved={(isKept) => emitMusicChange({ kind: 'trackChanged', track: { ...track, kept: isKept ? 1 : 0 } })}
        />
      </Suspense>
      {track.lyrics === 1 && (
        <MenuAction icon={<IconMicrophone2 {...ICON} />} onPress={() => openTrackDialog({ kind: 'lyrics', track })}>
          {t('music.menu.lyrics')}
        </MenuAction>
      )}
      <MenuAction icon={<IconShare3 {...ICON} />} onPress={() => openTrackDialog({ kind: 'share', track })}>
        {t('music.menu.share')}
      </MenuAction>
      {onOpen && (
        <MenuAction icon={<IconVinyl {...ICON} />} onPress={onOpen}>
          {t('music.menu.open')}
        </MenuAction>
      )}
      <hr className={menuSeparator} />
      {track.own === 1 ? (
        <MenuAction icon={<IconPencil {...ICON} />} onPress={() => openTrackDialog({ kind: 'edit', track })}>
          {t('music.menu.edit')}
        </MenuAction>
      ) : (
        <MenuAction icon={<IconFlag {...ICON} />} onPress={() => openTrackDialog({ kind: 'report', track })}>
          {t('music.menu.report')}
        </MenuAction>
      )}
      {children}
    </FloatingMenu>
  );
}
