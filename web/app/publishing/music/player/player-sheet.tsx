import { IconChevronDown, IconMicrophone2, IconPlaylist, IconPlaylistAdd } from 'virtual:icons';
import type { Track } from '@app/contract/publishing/music';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
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
        <IconButton icon={IconChevronDown} label={t('music.player.collapse')} size={26} onClick={close} />
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
        <IconButton
          icon={IconPlaylistAdd}
          label={t('music.player.addTo')}
          size={24}
          onClick={() => openTrackDialog({ kind: 'pick', track })}
        />
        {track.lyrics === 1 && (
          <IconButton
            icon={IconMicrophone2}
            label={t('music.player.lyrics')}
            size={23}
            aria-pressed={shown === 'lyrics'}
            onClick={() => show('lyrics')}
          />
        )}
        <IconButton
          icon={IconPlaylist}
          label={t('music.player.queue')}
          size={24}
          aria-pressed={shown === 'queue'}
          onClick={() => show('queue')}
        />
      </div>
    </BareDialog>
  );
}
