import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { musicApi as MusicApi, Playlist, Track } from '@app/contract/publishing/music';
import { useEffect, useState } from 'react';
import { musicApi, TRACKS_PAGE_SIZE } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useRows } from '../../../ui/list/use-rows.ts';
import type { TrackRows } from '../load-music.ts';
import { useMusicChanges } from './track-dialog-request.ts';

interface TracksSource {
  ofUser?: number;
  /** Loads further rows of a list that is neither a playlist nor all tracks of a user. */
  load?: (page: number) => Promise<Pick<ResponseOf<typeof MusicApi.list>, 'music' | 'total'>>;
  onGone?: () => void;
}

/** Rows of a track list with further pages and the changes made to its tracks meanwhile. */
export function useTracks(
  loaded: TrackRows<Track> | null,
  opened: Playlist | null,
  { ofUser, load, onGone }: TracksSource = {},
) {
  const { rows, setRows, isLoading, append } = useRows(loaded);
  const [playlist, setPlaylist] = useState(opened);
  useEffect(() => setPlaylist(opened), [opened]);

  useMusicChanges((change) => {
    if (change.kind === 'trackGone') {
      const gone = rows.list.find(({ id }) => id === change.id);
      if (gone === undefined) return;
      setRows(({ list, total }) => ({ list: list.filter(({ id }) => id !== gone.id), total: total - 1 }));
      setPlaylist((shown) => shown && { ...shown, duration_ms: shown.duration_ms - gone.duration_ms });
    } else if (change.kind === 'trackChanged') {
      const { track } = change;
      setRows(({ list, total }) => ({ list: list.map((one) => (one.id === track.id ? track : one)), total }));
    } else if (change.kind === 'playlistChanged' && change.playlist.id === playlist?.id) {
      setPlaylist(change.playlist);
    } else if (change.kind === 'playlistGone' && change.id === playlist?.id) {
      onGone?.();
    }
  });

  const more = (page: number): Promise<void> =>
    append(async () => {
      const { music, total } = load
        ? await load(page)
        : await call(musicApi.list, {
            body: { ...(opened ? { playlist_id: opened.id } : { user_id: ofUser }), page, size: TRACKS_PAGE_SIZE },
          });
      return { list: music, total };
    });

  return {
    tracks: rows.list,
    total: rows.total,
    playlist,
    setTracks: (list: readonly Track[]) => setRows(({ total }) => ({ list, total })),
    hasMore: rows.list.length < rows.total,
    isLoading,
    more,
  };
}
