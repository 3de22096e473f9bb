import { IconLock, IconMusic, IconPlus, IconUsers, IconUsersGroup } from 'virtual:icons';
import type { Playlist } from '@app/contract/publishing/music';
import { Link } from 'react-router';
import { musicApi, PLAYLISTS_PAGE_SIZE } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { useRows } from '../../../ui/list/use-rows.ts';
import type { LoadedMusic } from '../load-music.ts';
import { musicPath, newPlaylistPath, playlistPath } from '../music-address.ts';
import { useMusicChanges } from '../tracks/track-dialog-request.ts';
import { describeAudience } from './describe-audience.ts';
import { PlaylistCover } from './playlist-cover.tsx';
import styles from './playlists-column.module.css';

interface PlaylistRowProps {
  playlist: Playlist;
  isOpen: boolean;
  hasOwner?: boolean;
}

export function PlaylistRow({ playlist, isOpen, hasOwner = false }: PlaylistRowProps) {
  const t = useText('music');
  const { id, name, image, tracks, audience, user_id, firstname, lastname, co_author, co_authors } = playlist;
  const whoSees = describeAudience(t, playlist);
  const shared = co_author === 1 ? t('music.coAuthors.me') : co_authors > 0 ? t('music.coAuthors.playlist') : '';
  const count = t('music.count', { count: tracks });
  return (
    <Link to={playlistPath(user_id, id)} className={styles.row} aria-current={isOpen ? 'page' : undefined}>
      <PlaylistCover id={id} image={image} size={56} />
      <span className={styles.words}>
        <b className="clip1">
          {name}
          {whoSees !== '' && (
            <span className={styles.audience} title={whoSees}>
              {audience === 'me' ? (
                <IconLock size={15} stroke={ICON_STROKE} aria-hidden="true" />
              ) : (
                <IconUsers size={15} stroke={ICON_STROKE} aria-hidden="true" />
              )}
              <span className="sr">{whoSees}</span>
            </span>
          )}
          {shared !== '' && (
            <span className={styles.audience} title={shared}>
              <IconUsersGroup size={15} stroke={ICON_STROKE} aria-hidden="true" />
              <span className="sr">{shared}</span>
            </span>
          )}
        </b>
        <small className="dim clip1">{hasOwner ? `${`${firstname} ${lastname}`.trim()} · ${count}` : count}</small>
      </span>
    </Link>
  );
}

interface PlaylistsColumnProps {
  owner: LoadedMusic['owner'];
  playlists: LoadedMusic['playlists'];
  openId: number | null;
}

export function PlaylistsColumn({ owner, playlists, openId }: PlaylistsColumnProps) {
  const t = useText('music');
  const { rows, setRows, append } = useRows(playlists);
  useMusicChanges((change) => {
    const { list, total } = rows;
    if (change.kind === 'playlistMade' && owner.isOwn) setRows({ list: [change.playlist, ...list], total: total + 1 });
    if (change.kind === 'playlistChanged')
      setRows({ list: list.map((one) => (one.id === change.playlist.id ? change.playlist : one)), total });
    if (change.kind === 'playlistGone') setRows({ list: list.filter(({ id }) => id !== change.id), total: total - 1 });
  });

  const more = (): Promise<void> =>
    append(async () => {
      const page = Math.floor(rows.list.length / PLAYLISTS_PAGE_SIZE) + 1;
      const response = await call(musicApi.playlists, { body: { user_id: owner.id, page, size: PLAYLISTS_PAGE_SIZE } });
      return { list: response.playlists, total: response.total };
    });

  return (
    <aside className={styles.column} aria-label={t('music.playlists')}>
      <div className={styles.head}>
        <h2>{t('music.playlists')}</h2>
        {owner.isOwn && (
          <Link
            to={newPlaylistPath(owner.id)}
            className={`${iconButton} ${styles.add}`}
            aria-label={t('music.playlist.new')}
            title={t('music.playlist.new')}
          >
            <IconPlus size={20} stroke={2} aria-hidden="true" />
          </Link>
        )}
      </div>
      <ul>
        <li>
          <Link to={musicPath(owner.id)} className={styles.row} aria-current={openId === null ? 'page' : undefined}>
            <span className={styles.all} aria-hidden="true">
              <IconMusic size={24} stroke={ICON_STROKE} />
            </span>
            <span className={styles.words}>
              <b className="clip1">{t('music.all')}</b>
            </span>
          </Link>
        </li>
        {rows.list.map((playlist) => (
          <li key={playlist.id}>
            <PlaylistRow playlist={playlist} isOpen={playlist.id === openId} hasOwner={playlist.user_id !== owner.id} />
          </li>
        ))}
        {rows.list.length < rows.total && (
          <li>
            <TextButton
              text={t('music.playlists.more')}
              className={button('quiet', 'small')}
              onClick={() => void more()}
            />
          </li>
        )}
      </ul>
    </aside>
  );
}
