import { IconDots, IconX } from 'virtual:icons';
import type { Track } from '@app/contract/publishing/music';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
import { menuSeparator } from '../../../ui/frame/menu.tsx';
import { MenuAction } from '../floating-menu.tsx';
import { playlistPath } from '../music-address.ts';
import { TrackMenu } from '../tracks/track-menu.tsx';
import { stop } from './player.ts';
import styles from './player-bar.module.css';
import { PlayerSettings } from './player-settings.tsx';
import { dismissOffer } from './remember-playback.ts';

/** Dismisses an offered session or stops the playback, which hides the bar. */
export function closePlayer(): void {
  dismissOffer();
  stop();
}

export function PlayerMore({ track, onLeave }: { track: Track; onLeave?: () => void }) {
  const t = useText('music');
  const navigate = useNavigate();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={IconDots}
        label={t('music.player.more')}
        size={21}
        hasTooltip
        ref={anchor}
        className={`${iconButton} ${styles.tool}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <TrackMenu
          track={track}
          anchor={anchor}
          isOn
          onClose={() => setOpen(false)}
          onOpen={() => {
            onLeave?.();
            void navigate(playlistPath(track.user_id, track.playlist_id));
          }}
        >
          <hr className={menuSeparator} />
          <PlayerSettings />
          <hr className={menuSeparator} />
          <MenuAction
            icon={IconX}
            text={t('music.player.close')}
            onPress={() => {
              onLeave?.();
              closePlayer();
            }}
          />
        </TrackMenu>
      )}
    </>
  );
}
