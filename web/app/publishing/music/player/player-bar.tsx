import { IconMicrophone2, IconMusic, IconPlaylist, IconPlaylistAdd, IconX } from 'virtual:icons';
import type { Track } from '@app/contract/publishing/music';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { iconButton } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { playlistPath } from '../music-address.ts';
import { openTrackDialog, useMusicChanges } from '../tracks/track-dialog-request.ts';
import { CurrentCover } from './current-cover.tsx';
import { Lyrics } from './lyrics.tsx';
import { renewTrack, usePlayer, useProgress } from './player.ts';
import styles from './player-bar.module.css';
import { NextButton, PlayButton, PlayerControls } from './player-controls.tsx';
import { closePlayer, PlayerMore } from './player-more.tsx';
import { PlayerSheet } from './player-sheet.tsx';
import { QueueList } from './queue-panel.tsx';
import { SeekBar } from './seek-bar.tsx';
import { useFolded } from './use-folded.ts';
import { Volume } from './volume.tsx';

const PHONE = '(max-width: 48em)';

/** Reserves space for the player bar at the end of the page; `hasOwnBar` is true where no navigation bar is below. */
function useBarSpace(hasOwnBar: boolean, isHidden: boolean): void {
  useEffect(() => {
    if (isHidden) return;
    const root = document.documentElement;
    root.dataset.player = hasOwnBar ? 'own' : 'over';
    return () => {
      delete root.dataset.player;
    };
  }, [hasOwnBar, isHidden]);
}

type Panel = 'queue' | 'lyrics';

function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useText('music');
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={root}
      role="dialog"
      className={styles.panel}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={styles.panelHead}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={IconX} label={t('frame.close')} size={20} onClick={onClose} />
      </div>
      <div className={styles.panelBody}>{children}</div>
    </div>
  );
}

function useOfferText(): string {
  const t = useText('music');
  const { isElsewhere } = usePlayer();
  return t(isElsewhere ? 'music.player.playsElsewhere' : 'music.player.resume');
}

function NowPlaying({ track, isOffer }: { track: Track; isOffer: boolean }) {
  const t = useText('music');
  const offerText = useOfferText();
  const navigate = useNavigate();
  const { title, artist } = track;
  return (
    <div className={styles.now}>
      <CurrentCover track={track} size={52} radius="md" />
      <div className={styles.words}>
        {isOffer && <span className={styles.resume}>{offerText}</span>}
        <a
          href={playlistPath(track.user_id, track.playlist_id)}
          className={`clip1 ${styles.title}`}
          title={t('music.menu.open')}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void navigate(playlistPath(track.user_id, track.playlist_id));
          }}
        >
          {title}
        </a>
        {!isOffer && <span className={`dim clip1 ${styles.artist}`}>{artist}</span>}
      </div>
      {isOffer && (
        <IconButton icon={IconX} label={t('music.player.close')} size={20} hasTooltip onClick={closePlayer} />
      )}
    </div>
  );
}

function WideBar({ track, isOffer }: { track: Track; isOffer: boolean }) {
  const t = useText('music');
  const [panel, setPanel] = useState<Panel | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function toggle(next: Panel, button: HTMLButtonElement): void {
    opener.current = button;
    setPanel(panel === next ? null : next);
  }

  function closePanel(): void {
    setPanel(null);
    opener.current?.focus({ preventScroll: true });
  }

  return (
    <>
      {panel && (
        <SidePanel
          key={panel}
          title={t(panel === 'queue' ? 'music.queue.title' : 'music.lyrics.title')}
          onClose={closePanel}
        >
          {panel === 'queue' ? <QueueList /> : <Lyrics track={track} />}
        </SidePanel>
      )}
      <section className={styles.bar} aria-label={t('music.player')} tabIndex={-1}>
        <div className={`wrap ${styles.row}`}>
          <NowPlaying track={track} isOffer={isOffer} />
          <div className={styles.middle}>
            <PlayerControls />
            <SeekBar />
          </div>
          <div className={styles.tools}>
            <IconButton
              icon={IconPlaylistAdd}
              label={t('music.player.addTo')}
              hasTooltip
              className={`${iconButton} ${styles.tool}`}
              onClick={() => openTrackDialog({ kind: 'pick', track })}
            />
            {track.lyrics === 1 && (
              <IconButton
                icon={IconMicrophone2}
                label={t('music.player.lyrics')}
                size={21}
                hasTooltip
                className={`${iconButton} ${styles.tool}`}
                aria-expanded={panel === 'lyrics'}
                onClick={({ currentTarget }) => toggle('lyrics', currentTarget)}
              />
            )}
            <IconButton
              icon={IconPlaylist}
              label={t('music.player.queue')}
              hasTooltip
              className={`${iconButton} ${styles.tool}`}
              aria-expanded={panel === 'queue'}
              onClick={({ currentTarget }) => toggle('queue', currentTarget)}
            />
            <Volume />
            <PlayerMore track={track} />
          </div>
        </div>
      </section>
    </>
  );
}

function ProgressLine() {
  const { position, duration } = useProgress();
  const share = duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
  return <span className={styles.line} style={{ width: `${share}%` }} />;
}

function NarrowBar({ track, isOffer, hasOwnBar }: { track: Track; isOffer: boolean; hasOwnBar: boolean }) {
  const t = useText('music');
  const offerText = useOfferText();
  const [isOpen, setOpen] = useState(false);
  const { title, artist } = track;
  return (
    <>
      <section
        className={styles.compact}
        aria-label={t('music.player')}
        data-low={hasOwnBar || undefined}
        tabIndex={-1}
      >
        <ProgressLine />
        <button type="button" className={styles.open} onClick={() => setOpen(true)}>
          <span className="sr">{t('music.player.open', { title: '' })}</span>
          <CurrentCover track={track} size={44} radius="md" />
          <span className={styles.words}>
            <b className="clip1">{title}</b>
            <small className="dim clip1">{isOffer ? offerText : artist}</small>
          </span>
        </button>
        <PlayButton isSmall />
        {isOffer ? (
          <IconButton icon={IconX} label={t('music.player.close')} size={20} onClick={closePlayer} />
        ) : (
          <NextButton />
        )}
      </section>
      {isOpen && <PlayerSheet track={track} onClose={() => setOpen(false)} />}
    </>
  );
}

function FoldedBar({ track, onUnfold }: { track: Track; onUnfold: () => void }) {
  const t = useText('music');
  return (
    <section className={styles.folded} aria-label={t('music.player')}>
      <button
        type="button"
        aria-expanded={false}
        aria-label={t('music.player.open', { title: track.title })}
        title={track.title}
        onClick={onUnfold}
      >
        <CurrentCover track={track} size={56} radius="md" />
        <IconMusic size={20} aria-hidden="true" />
      </button>
    </section>
  );
}

/**
 * Player bar: at the bottom of wide screens; on phones above the navigation bar, where it expands to a full-screen
 * player. Paused music folds to a round button.
 */
export function PlayerBar() {
  const t = useText('music');
  const { track, isOffer, isElsewhere, isPlaying, isWaiting } = usePlayer();
  const isPhone = useMedia(PHONE);
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as PageHandle | undefined;
  const hasOwnBar = page?.ownBar === true;
  const { isFolded, root, unfold, postpone } = useFolded(isPlaying, isOffer && !isElsewhere);
  const isUnfoldedByHand = useRef(false);
  const hides = page?.hidesPausedPlayer;
  const isHidden = (!isPlaying && hides === 'atOnce') || (isFolded && (hides === 'folded' || (isPhone && hasOwnBar)));
  useBarSpace(hasOwnBar, isHidden || isFolded);
  useEffect(() => {
    if (isFolded || !isUnfoldedByHand.current) return;
    isUnfoldedByHand.current = false;
    root.current?.querySelector('section')?.focus({ preventScroll: true });
  }, [isFolded, root]);
  useMusicChanges((announcement) => {
    if (announcement.kind === 'trackChanged') renewTrack(announcement.track);
  });
  if (track === null || isHidden) return null;
  if (isFolded) {
    const unfoldByHand = (): void => {
      isUnfoldedByHand.current = true;
      unfold();
    };
    return <FoldedBar track={track} onUnfold={unfoldByHand} />;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the bar is used
    <div ref={root} onPointerMove={postpone} onFocus={postpone} onKeyDown={postpone}>
      {isPhone ? (
        <NarrowBar key={pathname} track={track} isOffer={isOffer} hasOwnBar={hasOwnBar} />
      ) : (
        <WideBar track={track} isOffer={isOffer} />
      )}
      <p role="status" className="sr">
        {isPlaying && isWaiting ? t('music.player.waiting') : ''}
      </p>
    </div>
  );
}
