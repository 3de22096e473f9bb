import { IconPlayerPlayFilled } from 'virtual:icons';
import type { Playlist } from '@app/contract/publishing/music';
import { useCallback, useEffect, useState } from 'react';
import { LISTENING_TRACKS_MAX } from '#contract/messaging/listening';
import { musicApi } from '#contract/publishing/music';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { usePlayer } from '../../../publishing/music/player/player.ts';
import { PlaylistCover } from '../../../publishing/music/playlists/playlist-cover.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { closeDialog } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import dialogStyles from '../call-dialog.module.css';
import { CallDialog } from '../call-dialog.tsx';
import { useCalls } from '../use-calls.ts';
import styles from './listen-dialog.module.css';

const SHOWN_MAX = 200;

function useOwnPlaylists() {
  const [playlists, setPlaylists] = useState<readonly Playlist[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    setFailed(false);
    try {
      const found = await call(musicApi.playlists, { body: { page: 1, size: SHOWN_MAX } });
      setPlaylists(found.playlists.filter(({ tracks }) => tracks > 0));
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { playlists, hasFailed, load };
}

/** Chooses what the call listens to: the track of the own player, or one of the own playlists from its start. */
export function ListenDialog({ onClose }: { onClose: () => void }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { track } = usePlayer();
  const { playlists, hasFailed, load } = useOwnPlaylists();
  const { isSending, submit } = useSubmit();

  function start(track_ids: number[]): void {
    calls.listen({ is: 'start', track_ids });
    onClose();
  }

  async function startPlaylist({ id }: Playlist): Promise<void> {
    const { music } = await call(musicApi.list, { body: { playlist_id: id, page: 1, size: LISTENING_TRACKS_MAX } });
    start(music.map((one) => one.id));
  }

  return (
    <CallDialog
      title={t('calls.listen')}
      onClose={onClose}
      actions={<TextButton text={t('frame.cancel')} className={dialogStyles.plain} onClick={closeDialog} />}
    >
      <p className={dialogStyles.dim}>{t('calls.listen.about')}</p>
      {track !== null && (
        <button type="button" className={styles.row} onClick={() => start([track.id])}>
          <span className={styles.sign}>
            <IconPlayerPlayFilled size={18} aria-hidden="true" />
          </span>
          <b className="clip1">{t('calls.listen.current', { title: track.title })}</b>
        </button>
      )}
      {hasFailed ? (
        <div className={styles.failed} role="alert">
          <p>{t('calls.listen.failed')}</p>
          <TextButton text={t('calls.listen.retry')} className={dialogStyles.plain} onClick={() => void load()} />
        </div>
      ) : playlists?.length === 0 ? (
        <p className={styles.none}>{t('calls.listen.empty')}</p>
      ) : (
        <ul
          className={styles.playlists}
          aria-label={t('calls.listen.playlists')}
          aria-busy={playlists === null || isSending}
        >
          {playlists?.map((playlist) => (
            <li key={playlist.id}>
              <button type="button" className={styles.row} onClick={() => void submit(() => startPlaylist(playlist))}>
                <PlaylistCover id={playlist.id} image={playlist.image} size={44} radius="md" />
                <b className="clip1">{playlist.name}</b>
              </button>
            </li>
          ))}
        </ul>
      )}
    </CallDialog>
  );
}
