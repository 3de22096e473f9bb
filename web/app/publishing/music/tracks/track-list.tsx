import { IconDots, IconGripVertical, IconPlaylistAdd, IconTrash } from 'virtual:icons';
import type { Track } from '@app/contract/publishing/music';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
import { playlistPath } from '../music-address.ts';
import { toggleTrack, usePlayer } from '../player/player.ts';
import { openTrackDialog } from './track-dialog-request.ts';
import styles from './track-list.module.css';
import { TrackMenu } from './track-menu.tsx';
import { useSortable } from './use-sortable.ts';

interface TrackListProps {
  tracks: readonly Track[];
  label: string;
  onMove?: ((from: number, to: number) => void) | undefined;
  /** The tracks come from several playlists, so the menu of a track links to its playlist. */
  isMixed?: boolean;
  /** Several people add to the playlist, so every entry says who did. */
  isShared?: boolean;
}

interface PlayTrackProps {
  title: string;
  number: number;
  isOn: boolean;
  isPlaying: boolean;
  onPress: () => void;
}

function PlayTrack({ title, number, isOn, isPlaying, onPress }: PlayTrackProps) {
  const t = useText('music');
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={t(isOn && isPlaying ? 'music.row.pause' : 'music.row.play', { number, title })}
      onClick={onPress}
    >
      {isOn ? (
        <span className={styles.equalizer} data-still={!isPlaying || undefined} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        <span className="num" aria-hidden="true">
          {number}
        </span>
      )}
    </button>
  );
}

/** Outside a shared playlist only entries that somebody else than the owner added say so. */
function AddedBy({ track: { added_by, user_id }, isShared }: { track: Track; isShared: boolean }) {
  const t = useText('music');
  if (added_by === null || (!isShared && added_by.id === user_id)) return null;
  const name = `${added_by.firstname} ${added_by.lastname}`.trim();
  return <small className="dim clip1">{t('music.addedBy', { name })}</small>;
}

interface TrackActionsProps {
  track: Track;
  isOpen: boolean;
  onMenu: (button: HTMLButtonElement) => void;
}

function TrackActions({ track, isOpen, onMenu }: TrackActionsProps) {
  const t = useText('music');
  const { title } = track;
  return (
    <span className={styles.actions}>
      {track.own === 0 && (
        <IconButton
          icon={IconPlaylistAdd}
          label={t('music.row.addTo', { title })}
          size={20}
          title={t('music.menu.addTo')}
          onClick={() => openTrackDialog({ kind: 'pick', track })}
        />
      )}
      <IconButton
        icon={IconTrash}
        label={t('music.row.delete', { title })}
        size={19}
        title={t('music.delete.verb')}
        onClick={() => openTrackDialog({ kind: 'delete', track })}
      />
      <IconButton
        icon={IconDots}
        label={t('music.row.more', { title })}
        size={20}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => onMenu(currentTarget)}
      />
    </span>
  );
}

export function TrackList({ tracks, label, onMove, isMixed = false, isShared = false }: TrackListProps) {
  const t = useText('music');
  const navigate = useNavigate();
  const { track: current, isPlaying, isOffer } = usePlayer();
  const [chosen, setChosen] = useState<Track | null>(null);
  const [said, setSaid] = useState('');
  const anchor = useRef<HTMLElement>(null);
  const { list, row, handle } = useSortable<HTMLOListElement>(tracks.length, (from, to) => {
    onMove?.(from, to);
    const title = tracks[from]?.title ?? '';
    setSaid(t('music.moved', { title, place: to + 1, count: tracks.length }));
  });
  const isSorting = onMove !== undefined;
  return (
    <>
      <ol ref={list} className={styles.tracks} aria-label={label}>
        {tracks.map((track, index) => {
          const isOn = current?.id === track.id && !isOffer;
          const { title, artist } = track;
          const time = formatDuration(track.duration_ms);
          return (
            <li key={track.id} data-on={isOn || undefined} {...row(index)}>
              {isSorting ? (
                <IconButton
                  icon={IconGripVertical}
                  label={t('music.row.move', { title })}
                  size={20}
                  data-handle
                  className={`${iconButton} ${styles.handle}`}
                  {...handle(index)}
                />
              ) : (
                <PlayTrack
                  title={title}
                  number={index + 1}
                  isOn={isOn}
                  isPlaying={isPlaying}
                  onPress={() => toggleTrack(tracks, index)}
                />
              )}
              <span className={styles.words}>
                <b className="clip1">{title}</b>
                <small className="dim clip1">
                  <span className={styles.timeInside}>{[artist, time].filter(Boolean).join(' · ')}</span>
                  <span className={styles.artist}>{artist}</span>
                </small>
                <AddedBy track={track} isShared={isShared} />
              </span>
              <span className={`dim num ${styles.time}`}>{time}</span>
              {!isSorting && (
                <TrackActions
                  track={track}
                  isOpen={chosen?.id === track.id}
                  onMenu={(button) => {
                    anchor.current = button;
                    setChosen(chosen?.id === track.id ? null : track);
                  }}
                />
              )}
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr">
        {said}
      </p>
      {chosen && (
        <TrackMenu
          key={chosen.id}
          track={chosen}
          anchor={anchor}
          onClose={() => setChosen((now) => (now?.id === chosen.id ? null : now))}
          isOn={current?.id === chosen.id && !isOffer}
          onOpen={isMixed ? () => void navigate(playlistPath(chosen.user_id, chosen.playlist_id)) : undefined}
        />
      )}
    </>
  );
}
