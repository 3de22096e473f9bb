import type { Track } from '@app/contract/publishing/music';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LYRICS_MAX, musicApi, TRACK_TITLE_MAX } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { DialogActions, dialogField, dialogForm, dialogNote, dialogProblem, MusicDialog } from '../music-dialog.tsx';
import { renewTrack } from '../player/player.ts';
import { ImageField } from '../playlists/image-field.tsx';
import { PlaylistCover } from '../playlists/playlist-cover.tsx';
import { emitMusicChange } from './track-dialog-request.ts';

export function EditTrackDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, setTitle] = useState(track.title);
  const [artist, setArtist] = useState(track.artist);
  const [cover, setCover] = useState<File | null>(null);
  /** Null until the lyrics are loaded, so that saving the form cannot overwrite them. */
  const [lyrics, setLyrics] = useState<string | null>(track.lyrics === 1 ? null : '');
  const [problem, setProblem] = useState('');
  const { isSending, submit } = useSubmit();

  useEffect(() => {
    if (track.lyrics === 0) return;
    call(musicApi.lyrics, { params: { id: track.id } }).then(
      ({ source }) => setLyrics(source),
      () => setProblem(t('music.lyrics.failed')),
    );
  }, [track, t]);

  async function save(): Promise<void> {
    const saved = await call(musicApi.edit, {
      body: { audio_id: track.id, title: title.trim(), artist: artist.trim(), ...(lyrics !== null && { lyrics }) },
      ...(cover && { files: { cover } }),
    });
    emitMusicChange({ kind: 'trackChanged', track: saved });
    renewTrack(saved);
    toast.success(t('music.saved'));
    dialog.current?.close();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (title.trim() === '') setProblem(t('music.name.required'));
    else void submit(save);
  }

  return (
    <MusicDialog ref={dialog} title={t('music.edit.title')} onClose={onClose}>
      <form noValidate className={dialogForm} onSubmit={handleSubmit}>
        <ImageField file={cover} onChange={setCover}>
          <PlaylistCover id={track.playlist_id} image={track.cover} radius="lg" />
        </ImageField>
        <label className={dialogField}>
          {t('music.edit.name')}
          <input
            required
            maxLength={TRACK_TITLE_MAX}
            value={title}
            aria-invalid={(problem !== '' && title.trim() === '') || undefined}
            onChange={({ currentTarget }) => {
              setTitle(currentTarget.value);
              setProblem('');
            }}
          />
        </label>
        <label className={dialogField}>
          {t('music.edit.artist')}
          <input
            maxLength={TRACK_TITLE_MAX}
            value={artist}
            onChange={({ currentTarget }) => setArtist(currentTarget.value)}
          />
        </label>
        <label className={dialogField}>
          {t('music.edit.lyrics')}
          <textarea
            rows={5}
            maxLength={LYRICS_MAX}
            value={lyrics ?? ''}
            disabled={lyrics === null}
            onChange={({ currentTarget }) => setLyrics(currentTarget.value)}
          />
          <span className={dialogNote}>{t('music.edit.lyricsNote')}</span>
        </label>
        {problem && (
          <p className={dialogProblem} role="alert">
            {problem}
          </p>
        )}
        <DialogActions label={t('music.save')} isSending={isSending} onCancel={() => dialog.current?.close()} />
      </form>
    </MusicDialog>
  );
}
