import { IconPlus } from 'virtual:icons';
import type { Playlist, Track } from '@app/contract/publishing/music';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { musicApi, PLAYLIST_NAME_MAX } from '#contract/publishing/music';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { DialogActions, dialogForm, FormProblem, MusicDialog, TextField } from '../music-dialog.tsx';
import { emitMusicChange } from '../tracks/track-dialog-request.ts';
import styles from './pick-playlist-dialog.module.css';
import { PlaylistCover } from './playlist-cover.tsx';

const SHOWN_MAX = 200;

interface PlaylistChoiceProps {
  playlists: readonly Playlist[] | null;
  isLoading: boolean;
  onChoose: (playlist: Playlist) => void;
}

function PlaylistChoice({ playlists, isLoading, onChoose }: PlaylistChoiceProps) {
  const t = useText('music');
  return (
    <ul className={styles.playlists} aria-busy={isLoading}>
      {playlists?.map((playlist) => (
        <li key={playlist.id}>
          <button type="button" className={styles.row} onClick={() => onChoose(playlist)}>
            <PlaylistCover id={playlist.id} image={playlist.image} size={44} radius="md" />
            <span>
              <b className="clip1">{playlist.name}</b>
              <small className="dim clip1">
                {playlist.own === 0 && `${playlist.firstname} ${playlist.lastname}`.trim().concat(' · ')}
                {t('music.count', { count: playlist.tracks })}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function PickPlaylistDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const [playlists, setPlaylists] = useState<readonly Playlist[] | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const { isSending, submit } = useSubmit();

  useEffect(() => {
    let isGone = false;
    call(musicApi.playlists, { body: { page: 1, size: SHOWN_MAX } }).then(
      ({ playlists: own }) => {
        if (isGone) return;
        setPlaylists(own);
        setNaming(own.length === 0);
      },
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        if (!isGone) setProblem(error.body.message || t('music.pick.failed'));
      },
    );
    return () => {
      isGone = true;
    };
  }, [t]);

  async function addTo({ id }: Playlist): Promise<void> {
    const added = await call(musicApi.addToPlaylist, { body: { audio_id: track.id, playlist_id: id } });
    emitMusicChange({ kind: 'trackAdded', track: added });
    toast.success(t('music.added'));
    dialog.current?.close();
  }

  async function create(): Promise<void> {
    const made = await call(musicApi.addPlaylist, { body: { name: name.trim() } });
    emitMusicChange({ kind: 'playlistMade', playlist: made });
    setPlaylists((known) => [made, ...(known ?? [])]);
    setNaming(false);
    await addTo(made);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') setProblem(t('music.name.required'));
    else void submit(create);
  }

  return (
    <MusicDialog ref={dialog} title={t('music.pick.title')} about={track.title} onClose={onClose}>
      <PlaylistChoice
        playlists={playlists}
        isLoading={playlists === null && problem === ''}
        onChoose={(playlist) => void submit(() => addTo(playlist))}
      />
      {isNaming ? (
        <form noValidate className={dialogForm} onSubmit={handleSubmit}>
          {playlists?.length === 0 && <p className="dim">{t('music.pick.none')}</p>}
          <TextField
            label={t('music.pick.name')}
            autoFocus
            maxLength={PLAYLIST_NAME_MAX}
            value={name}
            aria-invalid={problem !== '' || undefined}
            onChange={(next) => {
              setName(next);
              setProblem('');
            }}
          />
          <FormProblem text={problem} />
          <DialogActions label={t('music.pick.create')} isSending={isSending} />
        </form>
      ) : problem ? (
        <FormProblem text={problem} />
      ) : (
        playlists && (
          <TextButton
            icon={IconPlus}
            text={t('music.pick.new')}
            className={`${button('light', 'wide')} ${styles.new}`}
            onClick={() => setNaming(true)}
          />
        )
      )}
    </MusicDialog>
  );
}
