import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { musicApi as MusicApi, Playlist, Track } from '@app/contract/publishing/music';
import { useEffect, useState } from 'react';
import { musicApi, TRACKS_PAGE_SIZE } from '#contract/publishing/music';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
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
  const t = useText();
  const [rows, setRows] = useState(loaded ?? { list: [], total: 0 });
  const [playlist, setPlaylist] = useState(opened);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => setRows(loaded ?? { list: [], total: 0 }), [loaded]);
  useEffect(() => setPlaylist(opened), [opened]);

  useMusicChanges((change) => {
    if (change.kind === 'trackGone') {
      const gone = rows.list.find(({ id }) => id === change.id);
      if (gone === undefined) return;
      setRows({ list: rows.list.filter((one) => one !== gone), total: rows.total - 1 });
      if (playlist) setPlaylist({ ...playlist, duration_ms: playlist.duration_ms - gone.duration_ms });
    } else if (change.kind === 'trackChanged') {
      setRows({ ...rows, list: rows.list.map((one) => (one.id === change.track.id ? change.track : one)) });
    } else if (change.kind === 'playlistChanged' && change.playlist.id === playlist?.id) {
      setPlaylist(change.playlist);
    } else if (change.kind === 'playlistGone' && change.id === playlist?.id) {
      onGone?.();
    }
  });

  async function more(page: number): Promise<void> {
    setLoading(true);
    try {
      const { music, total } = load
        ? await load(page)
        : await call(musicApi.list, {
            body: { ...(opened ? { playlist_id: opened.id } : { user_id: ofUser }), page, size: TRACKS_PAGE_SIZE },
          });
      const known = new Set(rows.list.map(({ id }) => id));
      setRows({ list: [...rows.list, ...music.filter(({ id }) => !known.has(id))], total });
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.network'));
    } finally {
      setLoading(false);
    }
  }

  return {
    tracks: rows.list,
    total: rows.total,
    playlist,
    setTracks: (list: readonly Track[]) => setRows({ ...rows, list }),
    hasMore: rows.list.length < rows.total,
    isLoading,
    more,
  };
}
