import type { Playlist } from '@app/contract/publishing/music';
import { useEffect, useRef } from 'react';
import { useRouteLoaderData } from 'react-router';
import { musicApi } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { loadSlot } from '../../../platform/slots.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { LyricsDialog } from '../player/lyrics-dialog.tsx';
import { removeFromQueue } from '../player/player.ts';
import { CoAuthorsDialog } from '../playlists/co-authors-dialog.tsx';
import { EditPlaylistDialog } from '../playlists/edit-playlist-dialog.tsx';
import { PickPlaylistDialog } from '../playlists/pick-playlist-dialog.tsx';
import { EditTrackDialog } from './edit-track-dialog.tsx';
import { ReportTrackDialog } from './report-track-dialog.tsx';
import { closeTrackDialog, emitMusicChange, type TrackDialogRequest } from './track-dialog-request.ts';

const ShareDialog = lazyPart(() => loadSlot('ShareDialog'));

interface ConfirmationProps {
  question: string;
  text: string;
  verb?: string;
  onConfirm: () => Promise<void>;
}

function Confirmation({ question, text, verb, onConfirm }: ConfirmationProps) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const { isSending, submit } = useSubmit();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    current?.addEventListener('close', closeTrackDialog);
    return () => current?.removeEventListener('close', closeTrackDialog);
  }, []);
  async function confirm(): Promise<void> {
    await submit(onConfirm);
    dialog.current?.close();
  }
  return (
    <ConfirmDialog
      ref={dialog}
      question={question}
      verb={verb ?? t('music.delete.verb')}
      isBusy={isSending}
      onConfirm={() => void confirm()}
    >
      {text}
    </ConfirmDialog>
  );
}

function LeavePlaylist({ playlist }: { playlist: Playlist }) {
  const t = useText('music');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const { id, name } = playlist;
  return (
    <Confirmation
      question={t('music.coAuthors.leave.question', { name })}
      text={t('music.coAuthors.leave.text')}
      verb={t('music.coAuthors.leave.verb')}
      onConfirm={async () => {
        if (!viewer) return;
        const { playlist: left } = await call(musicApi.removeCoAuthor, { params: { id, user_id: viewer.user_id } });
        toast.success(t('music.coAuthors.left', { name }));
        emitMusicChange(left ? { kind: 'playlistChanged', playlist: left } : { kind: 'playlistGone', id });
      }}
    />
  );
}

export function TrackDialogs({ request }: { request: TrackDialogRequest }) {
  const t = useText('music');
  switch (request.kind) {
    case 'pick':
      return <PickPlaylistDialog track={request.track} onClose={closeTrackDialog} />;
    case 'edit':
      return <EditTrackDialog track={request.track} onClose={closeTrackDialog} />;
    case 'lyrics':
      return <LyricsDialog track={request.track} onClose={closeTrackDialog} />;
    case 'report':
      return <ReportTrackDialog track={request.track} onClose={closeTrackDialog} />;
    case 'share':
      return <ShareDialog card={{ kind: 'track', id: request.track.id }} isOpen onClose={closeTrackDialog} />;
    case 'sharePlaylist':
      return <ShareDialog card={{ kind: 'playlist', id: request.playlist.id }} isOpen onClose={closeTrackDialog} />;
    case 'editPlaylist':
      return <EditPlaylistDialog playlist={request.playlist} onClose={closeTrackDialog} />;
    case 'coAuthors':
      return <CoAuthorsDialog playlist={request.playlist} onClose={closeTrackDialog} />;
    case 'leavePlaylist':
      return <LeavePlaylist playlist={request.playlist} />;
    case 'delete': {
      const { id, title } = request.track;
      return (
        <Confirmation
          question={t('music.delete.question')}
          text={t('music.delete.text', { title })}
          onConfirm={async () => {
            await call(musicApi.remove, { body: { audio_id: id } });
            emitMusicChange({ kind: 'trackGone', id });
            removeFromQueue(id);
            toast.success(t('music.deleted'));
          }}
        />
      );
    }
    case 'deletePlaylist': {
      const { id, name } = request.playlist;
      return (
        <Confirmation
          question={t('music.playlist.delete.question', { name })}
          text={t('music.playlist.delete.text')}
          onConfirm={async () => {
            await call(musicApi.removePlaylist, { body: { id } });
            emitMusicChange({ kind: 'playlistGone', id });
            toast.success(t('music.playlist.deleted'));
          }}
        />
      );
    }
  }
}
