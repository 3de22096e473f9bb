import type { Audience } from '@app/contract/people/privacy';
import { type FormEvent, useRef, useState } from 'react';
import { data, redirect, useNavigate } from 'react-router';
import { musicApi, PLAYLIST_NAME_MAX } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AudienceField } from '../audience-field.tsx';
import { musicPath, newPlaylistPath, parseId } from '../music-address.ts';
import { dialogField, dialogForm, dialogProblem } from '../music-dialog.tsx';
import styles from '../music-form.module.css';
import { emitMusicChange } from '../tracks/track-dialog-request.ts';
import type { Route } from './+types/new-playlist-page.ts';
import { ImageField } from './image-field.tsx';
import { PlaylistCover } from './playlist-cover.tsx';

export const handle = { texts: ['music'] } satisfies PageHandle;

export function loader({ params, context }: Route.LoaderArgs) {
  const { viewer } = context.get(hostContext);
  const userId = parseId(params.user_id);
  if (userId === null) throw data(null, { status: 404 });
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(newPlaylistPath(userId))}`);
  // Users create playlists only in their own profile.
  if (viewer.user_id !== userId) throw redirect(newPlaylistPath(viewer.user_id));
  return { userId };
}

export default function NewPlaylistPage({ loaderData: { userId } }: Route.ComponentProps) {
  const t = useText('music');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const key = useRef(randomKey());
  const [name, setName] = useState('');
  const [image, setImage] = useState<File | null>(null);
  const [audience, setAudience] = useState<Audience>('all');
  const [problem, setProblem] = useState('');
  const { isSending, submit } = useSubmit();

  async function create(): Promise<void> {
    const playlist = await call(musicApi.addPlaylist, {
      body: { name: name.trim(), audience },
      ...(image && { files: { image } }),
      idempotencyKey: key.current,
    });
    emitMusicChange({ kind: 'playlistMade', playlist });
    toast.success(t('music.playlist.created'));
    void navigate(musicPath(userId));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') {
      setProblem(t('music.name.required'));
      field.current?.focus();
      return;
    }
    void submit(create);
  }

  /** A changed form needs a new idempotency key, because it creates another playlist. */
  function changed(): void {
    setProblem('');
    key.current = randomKey();
  }

  return (
    <div className="wrap">
      <PageHead title={`${t('music.playlist.new')} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs items={[{ text: t('music.title'), to: musicPath(userId) }, { text: t('music.playlist.new') }]} />
      <h1 className={styles.title}>{t('music.playlist.new')}</h1>
      <form noValidate className={`card ${styles.card} ${dialogForm}`} onSubmit={handleSubmit}>
        <label className={dialogField}>
          <span>
            {t('music.name')}{' '}
            <span className={styles.required} aria-hidden="true">
              *
            </span>
          </span>
          <input
            ref={field}
            name="name"
            required
            maxLength={PLAYLIST_NAME_MAX}
            autoComplete="off"
            value={name}
            aria-invalid={problem !== '' || undefined}
            aria-describedby={problem ? 'name-problem' : undefined}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              changed();
            }}
          />
          {problem && (
            <span id="name-problem" className={dialogProblem} role="alert">
              {problem}
            </span>
          )}
        </label>
        <ImageField
          file={image}
          onChange={(file) => {
            setImage(file);
            changed();
          }}
        >
          <PlaylistCover id={1} radius="lg" />
        </ImageField>
        <AudienceField
          value={audience}
          onChange={(next) => {
            setAudience(next);
            changed();
          }}
        />
        <TextButton
          text={t('music.create')}
          type="submit"
          className={`${button('primary')} ${styles.submit}`}
          aria-busy={isSending}
        />
      </form>
    </div>
  );
}
