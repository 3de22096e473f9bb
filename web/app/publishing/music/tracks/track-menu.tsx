import {
  IconArrowForwardUp,
  IconFlag,
  IconMicrophone2,
  IconPencil,
  IconPlaylist,
  IconPlaylistAdd,
  IconShare3,
  IconVinyl,
} from 'virtual:icons';
import type { Track } from '@app/contract/publishing/music';
import { type ReactNode, type RefObject, Suspense } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { menuSeparator } from '../../../ui/frame/menu.tsx';
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

export function TrackMenu({ track, anchor, onClose, onOpen, isOn = false, children }: TrackMenuProps) {
  const t = useText('music');
  const { title } = track;
  return (
    <FloatingMenu label={t('music.row.more', { title })} anchor={anchor} onClose={onClose}>
      {!isOn && (
        <>
          <MenuAction
            icon={IconArrowForwardUp}
            text={t('music.menu.next')}
            onPress={() => {
              addToQueue(track, 'next');
              toast.success(t('music.queued.next', { title }));
            }}
          />
          <MenuAction
            icon={IconPlaylist}
            text={t('music.menu.last')}
            onPress={() => {
              addToQueue(track, 'last');
              toast.success(t('music.queued.last', { title }));
            }}
          />
        </>
      )}
      <MenuAction
        icon={IconPlaylistAdd}
        text={t('music.menu.addTo')}
        onPress={() => openTrackDialog({ kind: 'pick', track })}
      />
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
        <MenuAction
          icon={IconMicrophone2}
          text={t('music.menu.lyrics')}
          onPress={() => openTrackDialog({ kind: 'lyrics', track })}
        />
      )}
      <MenuAction
        icon={IconShare3}
        text={t('music.menu.share')}
        onPress={() => openTrackDialog({ kind: 'share', track })}
      />
      {onOpen && <MenuAction icon={IconVinyl} text={t('music.menu.open')} onPress={onOpen} />}
      <hr className={menuSeparator} />
      {track.own === 1 ? (
        <MenuAction
          icon={IconPencil}
          text={t('music.menu.edit')}
          onPress={() => openTrackDialog({ kind: 'edit', track })}
        />
      ) : (
        <MenuAction
          icon={IconFlag}
          text={t('music.menu.report')}
          onPress={() => openTrackDialog({ kind: 'report', track })}
        />
      )}
      {children}
    </FloatingMenu>
  );
}
