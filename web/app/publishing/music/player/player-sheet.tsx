import type { Track } from '@app/contract/publishing/music';
import { IconChevronDown, IconMicrophone2, IconPlaylist, IconPlaylistAdd } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { openTrackDialog } from '../tracks/track-dialog-request.ts';
import { CurrentCover } from './current-cover.tsx';
import { Lyrics } from './lyrics.tsx';
import { PlayerControls } from './player-controls.tsx';
import { PlayerMore } from './player-more.tsx';
import styles from './player-sheet.module.css';
import { QueueList } from './queue-panel.tsx';
import { SeekBar } from './seek-bar.tsx';

type View = 'cover' | 'queue' | 'lyrics';

export function PlayerSheet({ track, onClose }: { track: Track; onClose: () => void }) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const [view, setView] = useState<View>('cover');
  const shown = view === 'lyrics' && track.lyrics === 0 ? 'cover' : view;
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  const show = (next: View): void => setView(shown === next ? 'cover' : next);
  return (
    <BareDialog ref={dialog} className={styles.sheet} aria-label={t('music.player')} onClose={onClose}>
      <header className={styles.head}>
        <button type="button" className={iconButton} aria-label={t('music.player.collapse')} onClick={close}>
          <IconChevronDown size={26} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        <PlayerMore track={track} onLeave={close} />
      </header>
      <div className={styles.view} data-view={shown}>
        {shown === 'queue' ? (
          <QueueList />
        ) : shown === 'lyrics' ? (
          <Lyrics track={track} />
        ) : (
          <CurrentCover track={track} radius="xl" />
        )}
      </div>
      <div className={styles.words}>
        <h2 className="clip1">{track.title}</h2>
        <p className="dim clip1">{track.artist}</p>
      </div>
      <SeekBar />
      <PlayerControls />
      <div className={styles.tools}>
        <button
          type="button"
          className={iconButton}
          aria-label={t('music.player.addTo')}
          onClick={() => openTrackDialog({ kind: 'pick', track })}
        >
          <IconPlaylistAdd size={24} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        {track.lyrics === 1 && (
          <button
            type="button"
            className={iconButton}
            aria-label={t('music.player.lyrics')}
            aria-pressed={shown === 'lyrics'}
            onClick={() => show('lyrics')}
          >
            <IconMicrophone2 size={23} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className={iconButton}
          aria-label={t('music.player.queue')}
          aria-pressed={shown === 'queue'}
          onClick={() => show('queue')}
        >
          <IconPlaylist size={24} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
    </BareDialog>
  );
}
