import { IconGripVertical, IconX } from 'virtual:icons';
import { useState } from 'react';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
import { PlaylistCover } from '../playlists/playlist-cover.tsx';
import { useSortable } from '../tracks/use-sortable.ts';
import { jumpTo, moveInQueue, removeFromQueue, usePlayer } from './player.ts';
import styles from './queue-panel.module.css';

const SHOWN_MAX = 100;

export function QueueList() {
  const t = useText('music');
  const { track: current, queue, at } = usePlayer();
  const later = queue.slice(at + 1, at + 1 + SHOWN_MAX);
  const [said, setSaid] = useState('');
  const first = at + 1;
  const { list, row, handle } = useSortable<HTMLOListElement>(later.length, (from, to) => {
    moveInQueue(first + from, first + to);
    setSaid(t('music.moved', { title: later[from]?.title ?? '', place: to + 1, count: later.length }));
  });
  if (current === null) return null;
  return (
    <>
      <h3 className={styles.heading}>{t('music.queue.now')}</h3>
      <div className={styles.row} data-on>
        <span className={styles.handle} aria-hidden="true" />
        <PlaylistCover id={current.playlist_id} image={current.cover} size={40} radius="sm" />
        <span className={styles.words}>
          <b className="clip1">{current.title}</b>
          <small className="dim clip1">{current.artist}</small>
        </span>
        <span className={`num dim ${styles.time}`}>{formatDuration(current.duration_ms)}</span>
      </div>
      <h3 className={styles.heading}>{t('music.queue.later')}</h3>
      {later.length === 0 && <p className={styles.empty}>{t('music.queue.empty')}</p>}
      <ol ref={list} aria-label={t('music.queue.later')}>
        {later.map(({ id, title, artist, cover, playlist_id, duration_ms }, index) => (
          <li key={id} className={styles.row} {...row(index)}>
            <IconButton
              icon={IconGripVertical}
              label={t('music.row.move', { title })}
              size={18}
              data-handle
              className={styles.handle}
              {...handle(index)}
            />
            <button
              type="button"
              className={styles.play}
              title={t('music.queue.play', { title })}
              onClick={() => jumpTo(first + index)}
            >
              <PlaylistCover id={playlist_id} image={cover} size={40} radius="sm" />
              <span className={styles.words}>
                <b className="clip1">{title}</b>
                <small className="dim clip1">{artist}</small>
              </span>
            </button>
            <span className={`num dim ${styles.time}`}>{formatDuration(duration_ms)}</span>
            <IconButton
              icon={IconX}
              label={t('music.queue.remove', { title })}
              size={18}
              className={`${iconButton} ${styles.remove}`}
              onClick={() => removeFromQueue(id)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr">
        {said}
      </p>
    </>
  );
}
