import type { Track } from '@app/contract/publishing/music';
import { useEffect, useRef, useState } from 'react';
import { LYRICS_MAX, musicApi, TRACK_TITLE_MAX } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { dialogField, dialogNote, FormProblem, MusicForm, TextField } from '../music-dialog.tsx';
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

  function handleSubmit(): void {
    if (title.trim() === '') setProblem(t('music.name.required'));
    else void submit(save);
  }

  return (
    <MusicForm
      ref={dialog}
      title={t('music.edit.title')}
      verb={t('music.save')}
      isSending={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ImageField file={cover} onChange={setCover}>
        <PlaylistCover id={track.playlist_id} image={track.cover} radius="lg" />
      </ImageField>
      <TextField
        label={t('music.edit.name')}
        required
        maxLength={TRACK_TITLE_MAX}
        value={title}
        aria-invalid={(problem !== '' && title.trim() === '') || undefined}
        onChange={(next) => {
          setTitle(next);
          setProblem('');
        }}
      />
      <TextField label={t('music.edit.artist')} maxLength={TRACK_TITLE_MAX} value={artist} onChange={setArtist} />
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
      <FormProblem text={problem} />
    </MusicForm>
  );
}
