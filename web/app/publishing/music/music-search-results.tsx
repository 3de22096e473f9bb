import { IconSearchOff } from 'virtual:icons';
import { useEffect, useState } from 'react';
import { MUSIC_SEARCH_SIZE, musicApi } from '#contract/publishing/music';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { LoadedMusic } from './load-music.ts';
import styles from './music-page.module.css';
import { PlaylistRow } from './playlists/playlists-column.tsx';
import { TrackList } from './tracks/track-list.tsx';
import { useTracks } from './tracks/use-tracks.ts';

interface MusicSearchResultsProps {
  search: string;
  results: NonNullable<LoadedMusic['found']>;
}

export function MusicSearchResults({ search, results }: MusicSearchResultsProps) {
  const t = useText('music');
  const [playlists, setPlaylists] = useState(results.playlists.list);
  useEffect(() => setPlaylists(results.playlists.list), [results]);
  const { tracks, hasMore, isLoading, more } = useTracks(results.tracks, null, {
    async load(page) {
      const next = await call(musicApi.search, { body: { search, page } });
      const known = new Set(playlists.map(({ id }) => id));
      setPlaylists([...playlists, ...next.playlists.filter(({ id }) => !known.has(id))]);
      return { music: next.music, total: next.music_total };
    },
  });
  const count = results.playlists.total + results.tracks.total;
  if (count === 0) {
    return (
      <Notice
        heading="h1"
        icon={<IconSearchOff size={40} stroke={1.5} />}
        title={t('music.search.none')}
        text={t('music.search.noneText')}
      />
    );
  }
  const shown = Math.max(tracks.length, playlists.length);
  return (
    <>
      <h1 className={styles.found} title={search}>
        {t('music.search.found', { count })}
      </h1>
      {playlists.length > 0 && (
        <section aria-labelledby="found-playlists" className={styles.part}>
          <h2 id="found-playlists">{t('music.playlists')}</h2>
          <ul className={styles.foundPlaylists}>
            {playlists.map((one) => (
              <li key={one.id}>
                <PlaylistRow playlist={one} isOpen={false} hasOwner />
              </li>
            ))}
          </ul>
        </section>
      )}
      {tracks.length > 0 && (
        <section aria-labelledby="found-tracks" className={styles.part}>
          <h2 id="found-tracks">{t('music.tracks')}</h2>
          <TrackList tracks={tracks} label={t('music.tracks')} isMixed />
        </section>
      )}
      {(hasMore || playlists.length < results.playlists.total) && (
        <TextButton
          text={t('music.more')}
          className={`${button('plain')} ${styles.more}`}
          disabled={isLoading}
          onClick={() => void more(Math.floor(shown / MUSIC_SEARCH_SIZE) + 1)}
        />
      )}
    </>
  );
}
