import { IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled, IconUpload } from 'virtual:icons';
import type { Playlist, Track } from '@app/contract/publishing/music';
import { useRef, useState } from 'react';
import { data, Link, redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { musicApi, TRACKS_PAGE_SIZE } from '#contract/publishing/music';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { LoadFailed } from '../../ui/list/load-failed.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/music-page.ts';
import { loadMusic } from './load-music.ts';
import { addTracksPath, musicPath, newPlaylistPath, parseId, playlistPath } from './music-address.ts';
import styles from './music-page.module.css';
import { MusicSearchResults } from './music-search-results.tsx';
import { playTracks, toggle, usePlayer } from './player/player.ts';
import { describeAudience } from './playlists/describe-audience.ts';
import { PlaylistCover } from './playlists/playlist-cover.tsx';
import { PlaylistMenuButton } from './playlists/playlist-menu.tsx';
import { PlaylistsColumn } from './playlists/playlists-column.tsx';
import { formatLength } from './tracks/format-length.ts';
import { openTrackDialog } from './tracks/track-dialog-request.ts';
import { TrackList } from './tracks/track-list.tsx';
import { useTracks } from './tracks/use-tracks.ts';

export const handle = { texts: ['music'], footer: false } satisfies PageHandle;

const SEARCH_MAX = 200;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  if (!host.viewer)
    throw redirect(`/auth?next=${encodeURIComponent(url.pathname.replace(/\.data$/, '') + url.search)}`);
  const userId = parseId(params.user_id);
  const playlistId = params.playlist_id === undefined ? null : parseId(params.playlist_id);
  if (userId === null || (params.playlist_id !== undefined && playlistId === null)) throw data(null, { status: 404 });
  const search = (url.searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX);
  const loaded = await loadMusic(host, { userId, playlistId, search });
  // The address of a playlist contains its owner; a wrong owner redirects to the right address.
  if (loaded.playlist && loaded.playlist.user_id !== userId)
    throw redirect(playlistPath(loaded.playlist.user_id, loaded.playlist.id));
  return { ...loaded, search };
}

export default function MusicPage({ loaderData }: Route.ComponentProps) {
  const { owner, playlist, playlists, search } = loaderData;
  const t = useText('music');
  const path = playlist ? playlistPath(owner.id, playlist.id) : musicPath(owner.id);
  const [query] = useSearchParams();
  const isReplacing = useIsReplacing(path);
  const heading = owner.isOwn ? t('music.title') : t('music.title.of', { name: owner.name });
  const title = playlist ? `${playlist.name} · ${heading}` : heading;
  return (
    <div className={`wrap ${styles.columns}`} data-open={playlist !== null || query.has('search') || undefined}>
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <PlaylistsColumn owner={owner} playlists={playlists} openId={playlist?.id ?? null} />
      <div className={styles.main} aria-busy={isReplacing}>
        <div className={styles.search}>
          <ListSearch
            key={path}
            label={t('music.search')}
            clearLabel={t('music.search.clear')}
            value={search}
            hrefOf={(words) => (words === '' ? path : `${path}?${new URLSearchParams({ search: words })}`)}
          />
        </div>
        {search === '' ? (
          <MusicContent key={path} loaded={loaderData} />
        ) : loaderData.found === null ? (
          <LoadFailed title={t('music.failed')} />
        ) : (
          <MusicSearchResults key={search} search={search} results={loaderData.found} />
        )}
        <p className={styles.rights}>
          <Link to="/takedowns">{t('music.takedowns.link')}</Link>
        </p>
      </div>
    </div>
  );
}

type MusicPageData = Route.ComponentProps['loaderData'];

/** Plays the open list from its start, or toggles playback when one of its tracks is the current one. */
function PlayAll({ tracks }: { tracks: readonly Track[] }) {
  const t = useText('music');
  const { track, isPlaying, isOffer } = usePlayer();
  const isOn = !isOffer && tracks.some(({ id }) => id === track?.id);
  const isSounding = isOn && isPlaying;
  return (
    <button
      type="button"
      className={`${button('primary')} ${styles.play}`}
      onClick={() => (isOn ? toggle() : playTracks(tracks))}
    >
      {isSounding ? (
        <IconPlayerPauseFilled size={18} aria-hidden="true" />
      ) : (
        <IconPlayerPlayFilled size={18} aria-hidden="true" />
      )}
      {t(isSounding ? 'music.pause' : 'music.listen')}
    </button>
  );
}

/** Moves tracks of an own playlist; an order that the server refuses is taken back. */
function useSorting(tracks: readonly Track[], setTracks: (tracks: readonly Track[]) => void) {
  const t = useText('music');
  const { revalidate } = useRevalidator();
  const [isSorting, setSorting] = useState(false);
  const before = useRef(tracks);

  function startSorting(): void {
    before.current = tracks;
    setSorting(true);
  }

  async function move(list: Playlist, from: number, to: number): Promise<void> {
    const moved = tracks[from];
    if (moved === undefined) return;
    const next = tracks.toSpliced(from, 1).toSpliced(to, 0, moved);
    setTracks(next);
    try {
      await call(musicApi.editPlaylist, { body: { id: list.id, order: next.map(({ id }) => id) } });
      before.current = next;
    } catch (error) {
      if (!isApiError(error)) throw error;
      setTracks(before.current);
      toast.error(error.body.message || t('frame.error.network'));
      if (error.body.code === 'conflict') void revalidate();
    }
  }

  return { isSorting, startSorting, stopSorting: () => setSorting(false), move };
}

interface ListWordsProps {
  owner: MusicPageData['owner'];
  playlist: Playlist | null;
  total: number;
  /** Milliseconds; 0 where it is not known. */
  length: number;
}

function ListWords({ owner, playlist, total, length }: ListWordsProps) {
  const t = useText('music');
  const audience = playlist ? describeAudience(t, playlist) : '';
  return (
    <div className={styles.words}>
      <p className="dim">
        {!playlist ? t('music.all.kind') : t(playlist.co_authors > 0 ? 'music.coAuthors.playlist' : 'music.playlist')}
        {!owner.isOwn && (
          <>
            {' · '}
            <Link to={`/user/${owner.id}`} className={styles.owner}>
              {owner.name}
            </Link>
          </>
        )}
      </p>
      <h1>{playlist?.name ?? t('music.all')}</h1>
      <p className="dim">
        {t('music.count', { count: total })}
        {length > 0 && `, ${formatLength(t, length)}`}
        {audience !== '' && ` · ${audience}`}
        {playlist && playlist.co_authors > 0 && (
          <>
            {' · '}
            <button
              type="button"
              className={styles.owner}
              onClick={() => openTrackDialog({ kind: 'coAuthors', playlist })}
            >
              {t('music.coAuthors.count', { count: playlist.co_authors })}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

function MusicContent({ loaded }: { loaded: MusicPageData }) {
  const { owner, playlists } = loaded;
  const t = useText('music');
  const navigate = useNavigate();
  const { tracks, total, playlist, setTracks, hasMore, isLoading, more } = useTracks(loaded.tracks, loaded.playlist, {
    ofUser: owner.id,
    onGone: () => void navigate(musicPath(owner.id), { replace: true }),
  });
  const { isSorting, startSorting, stopSorting, move } = useSorting(tracks, setTracks);

  if (loaded.tracks === null) return <LoadFailed title={t('music.failed')} />;
  const ownPlaylist = playlist?.own === 1 ? playlist : null;
  const length = playlist?.duration_ms ?? (hasMore ? 0 : tracks.reduce((sum, one) => sum + one.duration_ms, 0));
  const isEmpty = total === 0;
  // Reordering sends the ids of all tracks, so every page of the list must be loaded.
  const canSort = ownPlaylist !== null && total > 1 && !hasMore;
  const firstOwn = playlists?.list.find(({ own }) => own === 1);
  const mayAdd = playlist !== null && (playlist.own === 1 || playlist.co_author === 1);
  const addTo = mayAdd ? playlist : owner.isOwn && !playlist ? firstOwn : undefined;
  return (
    <>
      <header className={styles.head}>
        <div className={styles.cover}>
          <PlaylistCover id={playlist?.id ?? owner.id} image={playlist?.image} radius="xl" />
        </div>
        <ListWords owner={owner} playlist={playlist} total={total} length={length} />
        <div className={styles.actions}>
          {isSorting ? (
            <TextButton text={t('music.playlist.orderDone')} className={button('primary')} onClick={stopSorting} />
          ) : (
            <>
              {!isEmpty && <PlayAll tracks={tracks} />}
              {addTo && (
                <Link
                  to={addTracksPath(owner.id, addTo.id)}
                  className={button(isEmpty && playlist ? 'primary' : 'plain')}
                >
                  <IconUpload size={18} stroke={ICON_STROKE} aria-hidden="true" />
                  {t('music.add')}
                </Link>
              )}
              {owner.isOwn && !playlist && playlists !== null && !firstOwn && (
                <Link to={newPlaylistPath(owner.id)} className={button('primary')}>
                  {t('music.create')}
                </Link>
              )}
              {playlist && <PlaylistMenuButton playlist={playlist} onSort={canSort ? startSorting : undefined} />}
            </>
          )}
        </div>
      </header>
      {isEmpty ? (
        <Notice
          icon={<IconMusic size={40} stroke={1.5} />}
          title={t(playlist ? 'music.playlist.empty' : owner.isOwn ? 'music.empty.own' : 'music.empty.other')}
          {...(mayAdd
            ? { text: t('music.playlist.emptyOwn') }
            : !playlist && { text: t(owner.isOwn ? 'music.empty.ownText' : 'music.empty.otherText') })}
        />
      ) : (
        <TrackList
          tracks={tracks}
          label={playlist?.name ?? t('music.all')}
          isMixed={!playlist}
          isShared={playlist !== null && playlist.co_authors > 0}
          onMove={isSorting && ownPlaylist ? (from, to) => void move(ownPlaylist, from, to) : undefined}
        />
      )}
      {hasMore && (
        <TextButton
          text={t('music.more')}
          className={`${button('plain')} ${styles.more}`}
          disabled={isLoading}
          onClick={() => void more(Math.ceil(tracks.length / TRACKS_PAGE_SIZE) + 1)}
        />
      )}
    </>
  );
}
