import { IconAlertCircle, IconCheck, IconMusicUp, IconRefresh, IconX } from 'virtual:icons';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { data, Link, redirect, useNavigate, useRouteLoaderData } from 'react-router';
import { uploadsApi } from '#contract/files/uploads';
import { AUDIO_ADDED_MS, musicApi } from '#contract/publishing/music';
import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { hostContext, orMissing } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { addTracksPath, musicPath, parseId, playlistPath } from '../music-address.ts';
import formStyles from '../music-form.module.css';
import { useFileDrop } from '../use-file-drop.ts';
import type { Route } from './+types/add-tracks-page.ts';
import styles from './add-tracks-page.module.css';
import { summarizeUploads, type TrackUpload } from './track-uploads.ts';
import { useTrackUploads } from './use-track-uploads.ts';

export const handle = { texts: ['music'] } satisfies PageHandle;

const ACCEPT = 'audio/*,.mp3,.m4a,.flac,.ogg,.opus,.wav,.aiff,.wma';

export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, viewer, report = console.error } = context.get(hostContext);
  const userId = parseId(params.user_id);
  const playlistId = parseId(params.playlist_id);
  if (userId === null || playlistId === null) throw data(null, { status: 404 });
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(addTracksPath(userId, playlistId))}`);
  const [playlist, uploads, room] = await Promise.all([
    orMissing(call(musicApi.playlist, { params: { id: playlistId } })),
    call(uploadsApi.list).catch((error: unknown) => {
      report(error);
      return { list: [] };
    }),
    call(musicApi.space).catch((error: unknown) => {
      report(error);
      return null;
    }),
  ]);
  if (playlist.own !== 1 && playlist.co_author !== 1) throw redirect(playlistPath(playlist.user_id, playlist.id));
  return { playlist, room, earlier: uploads.list.filter(({ purpose }) => purpose === 'audio') };
}

interface FilesDropProps {
  isFirst: boolean;
  isLocked: boolean;
  quota: Route.ComponentProps['loaderData']['room'];
  onChoose: (files: readonly File[]) => void;
}

function FilesDrop({ isFirst, isLocked, quota, onChoose }: FilesDropProps) {
  const t = useText('music');
  const lang = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(onChoose);
  return (
    <div className={styles.drop} {...drop}>
      <IconMusicUp size={40} stroke={1.5} aria-hidden="true" />
      <p className={styles.dropTitle}>{t('music.upload.drop')}</p>
      <TextButton
        text={t('music.upload.choose')}
        className={button(isFirst ? 'light' : 'plain')}
        disabled={isLocked}
        onClick={() => input.current?.click()}
      />
      <p className={styles.note}>{t('music.upload.note')}</p>
      {quota && (
        <p className={styles.note}>
          {t('music.upload.space', { used: formatBytes(lang, quota.used), max: formatBytes(lang, quota.max) })}
        </p>
      )}
      <input
        ref={input}
        type="file"
        name="audio"
        accept={ACCEPT}
        multiple
        hidden
        aria-label={t('music.upload.choose')}
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

interface Outcome {
  added: number;
  refused: number;
}

function PartlyAdded({ added, refused, path }: Outcome & { path: string }) {
  const t = useText('music');
  return (
    <p className={styles.some} role="status">
      {t('music.upload.some', { count: added, all: added + refused })}{' '}
      <Link to={path} className="link">
        {t('music.upload.toPlaylist')}
      </Link>
    </p>
  );
}

/** Adds files to a playlist: uploads them in chunks while the user chooses more, then creates all tracks together. */
export default function AddTracksPage({ loaderData: { playlist, room: quota, earlier } }: Route.ComponentProps) {
  const t = useText('music');
  const navigate = useNavigate();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { uploads, add, remove, retry, addAll } = useTrackUploads(viewer?.user_id, earlier, quota);
  const { isSending, submit } = useSubmit();
  const { isRunning, ready } = summarizeUploads(uploads);
  const isDone = useRef(false);
  const path = playlistPath(playlist.user_id, playlist.id);
  const guard = useLeaveGuard(isRunning, isDone, {
    question: t('music.upload.leave'),
    loss: t('music.upload.leaveText'),
    verb: t('music.upload.leaveVerb'),
  });

  useEffect(() => {
    if (outcome === null || outcome.added === 0 || outcome.refused > 0) return;
    isDone.current = true;
    const timer = setTimeout(() => void navigate(path), AUDIO_ADDED_MS);
    return () => clearTimeout(timer);
  }, [outcome, path, navigate]);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isRunning && !isSending) toast.info(t('music.upload.busy'));
    else if (ready.length === 0 && !isSending) toast.error(t('music.upload.nothing'));
    else
      void submit(async () => {
        const result = await addAll(playlist.id);
        if (result.added > 0) toast.success(t('music.upload.done', { count: result.added }));
        setOutcome(result);
      });
  }

  function choose(files: readonly File[]): void {
    setOutcome(null);
    add(files);
  }

  return (
    <div className="wrap">
      <PageHead title={`${t('music.upload.title')} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs
        items={[
          { text: t('music.title'), to: musicPath(playlist.user_id) },
          { text: playlist.name, to: path },
          { text: t('music.upload.title') },
        ]}
      />
      <h1 className={formStyles.title}>{t('music.upload.title')}</h1>
      <p className={formStyles.about}>{t('music.upload.to', { name: playlist.name })}</p>
      <form noValidate className={`card ${formStyles.card}`} onSubmit={handleSubmit}>
        <FilesDrop isFirst={uploads.length === 0} isLocked={isSending} quota={quota} onChoose={choose} />
        {uploads.length > 0 && (
          <ul className={styles.files} aria-label={t('music.upload.files')}>
            {uploads.map((upload) => (
              <FileRow
                key={upload.key}
                upload={upload}
                isLocked={isSending}
                onRetry={() => retry(upload.key)}
                onRemove={() => remove(upload.key)}
              />
            ))}
          </ul>
        )}
        {outcome !== null && outcome.refused > 0 && outcome.added > 0 && <PartlyAdded {...outcome} path={path} />}
        <div className={styles.actions}>
          <TextButton
            text={t('music.upload.submit', { count: ready.length })}
            type="submit"
            className={button('primary')}
            disabled={!isSending && (isRunning || ready.length === 0)}
            aria-busy={isSending}
          />
        </div>
      </form>
      {guard}
    </div>
  );
}

interface FileRowProps {
  upload: TrackUpload;
  isLocked: boolean;
  onRetry: () => void;
  onRemove: () => void;
}

function FileRow({ upload, isLocked, onRetry, onRemove }: FileRowProps) {
  const t = useText('music');
  const { name, state, share, problem } = upload;
  const percent = Math.floor(share * 100);
  const isMoving = state === 'running' || state === 'offline';
  const isBad = state === 'failed' || state === 'refused';
  const words: Record<TrackUpload['state'], string> = {
    waiting: t('music.upload.waiting'),
    running: t('music.upload.progress', { percent }),
    offline: t('music.upload.offline', { percent }),
    ready: t('music.upload.ready'),
    adding: t('music.upload.adding'),
    added: t('music.upload.added'),
    failed: problem,
    refused: problem,
    before: t('music.upload.resume'),
  };
  return (
    <li className={styles.file} data-state={state}>
      <span className={styles.sign} aria-hidden="true">
        {isBad ? (
          <IconAlertCircle size={22} stroke={ICON_STROKE} />
        ) : state === 'ready' || state === 'added' ? (
          <IconCheck size={22} stroke={ICON_STROKE} />
        ) : (
          <IconMusicUp size={22} stroke={ICON_STROKE} />
        )}
      </span>
      <span className={styles.words}>
        <b className="clip1" title={name}>
          {name}
        </b>
        <small role={isBad ? 'alert' : undefined} data-bad={isBad || undefined}>
          {words[state]}
        </small>
        {isMoving && (
          <progress className={styles.progress} max={100} value={percent} aria-label={name}>
            {percent}%
          </progress>
        )}
      </span>
      {state === 'failed' && (
        <IconButton
          icon={IconRefresh}
          label={t('music.upload.retry', { name })}
          size={20}
          disabled={isLocked}
          onClick={onRetry}
        />
      )}
      {state !== 'adding' && state !== 'added' && (
        <IconButton
          icon={IconX}
          label={t(isMoving || state === 'waiting' ? 'music.upload.cancel' : 'music.upload.remove', { name })}
          size={20}
          disabled={isLocked}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
