import type { Playlist } from '@app/contract/publishing/music';
import { useRef, useState } from 'react';
import { musicApi, PLAYLIST_NAME_MAX } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AudienceField } from '../audience-field.tsx';
import { dialogSwitch, FormProblem, MusicForm, TextField } from '../music-dialog.tsx';
import { emitMusicChange } from '../tracks/track-dialog-request.ts';
import { ImageField } from './image-field.tsx';
import { PlaylistCover } from './playlist-cover.tsx';

export function EditPlaylistDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState(playlist.name);
  const [image, setImage] = useState<File | null>(null);
  const [isImageGone, setImageGone] = useState(false);
  const [audience, setAudience] = useState(playlist.audience);
  const [mayShare, setMayShare] = useState(playlist.may_share);
  const [problem, setProblem] = useState('');
  const { isSending, submit } = useSubmit();
  const hasOld = playlist.image !== null && !isImageGone;

  async function save(): Promise<void> {
    const saved = await call(musicApi.editPlaylist, {
      body: {
        id: playlist.id,
        name: name.trim(),
        audience,
        may_share: mayShare,
        ...(isImageGone && image === null && { remove_image: 1 as const }),
      },
      ...(image && { files: { image } }),
    });
    emitMusicChange({ kind: 'playlistChanged', playlist: saved });
    toast.success(t('music.playlist.saved'));
    dialog.current?.close();
  }

  function handleSubmit(): void {
    if (name.trim() === '') setProblem(t('music.name.required'));
    else void submit(save);
  }

  return (
    <MusicForm
      ref={dialog}
      title={t('music.edit.playlist')}
      verb={t('music.save')}
      isSending={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ImageField file={image} onChange={setImage} onRemove={hasOld ? () => setImageGone(true) : undefined}>
        <PlaylistCover id={playlist.id} image={hasOld ? playlist.image : null} radius="lg" />
      </ImageField>
      <TextField
        label={t('music.name')}
        required
        maxLength={PLAYLIST_NAME_MAX}
        value={name}
        aria-invalid={problem !== '' || undefined}
        onChange={(next) => {
          setName(next);
          setProblem('');
        }}
      />
      <FormProblem text={problem} />
      <AudienceField value={audience} onChange={setAudience} />
      <Toggle
        label={t('music.mayShare')}
        isOn={mayShare === 1}
        isDisabled={audience === 'me'}
        onSwitch={(isOn) => setMayShare(isOn ? 1 : 0)}
        className={dialogSwitch}
      >
        {t('music.mayShare')}
      </Toggle>
    </MusicForm>
  );
}
