import { useEffect, useRef } from 'react';
import { musicApi } from '#contract/publishing/music';
import { ShareDialog } from '../../../messaging/share/share-dialog.tsx';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { LyricsDialog } from '../player/lyrics-dialog.tsx';
import { dropFromQueue } from '../player/player.ts';
import { EditPlaylistDialog } from '../playlists/edit-playlist-dialog.tsx';
import { PickPlaylistDialog } from '../playlists/pick-playlist-dialog.tsx';
import { EditTrackDialog } from './edit-track-dialog.tsx';
import { ReportTrackDialog } from './report-track-dialog.tsx';
import { forgetWish, tell, type Wish } from './track-wishes.ts';

interface QuestionProps {
  question: string;
  text: string;
  onConfirm: () => Promise<void>;
}

/** Asks, does it, and goes: whatever the answer is. */
function Question({ question, text, onConfirm }: QuestionProps) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const { isSending, submit } = useSubmit();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    current?.addEventListener('close', forgetWish);
    return () => current?.removeEventListener('close', forgetWish);
  }, []);
  async function confirm(): Promise<void> {
    await submit(onConfirm);
    dialog.current?.close();
  }
  return (
    <ConfirmDialog
      ref={dialog}
      question={question}
      verb={t('music.delete.verb')}
      isBusy={isSending}
      onConfirm={() => void confirm()}
    >
      {text}
    </ConfirmDialog>
  );
}

/** The window for what somebody wants to do with a track or a playlist. */
export function WishDialogs({ wish }: { wish: Wish }) {
  const t = useText('music');
  switch (wish.kind) {
    case 'pick':
      return <PickPlaylistDialog track={wish.track} onClose={forgetWish} />;
    case 'edit':
      return <EditTrackDialog track={wish.track} onClose={forgetWish} />;
    case 'lyrics':
      return <LyricsDialog track={wish.track} onClose={forgetWish} />;
    case 'report':
      return <ReportTrackDialog track={wish.track} onClose={forgetWish} />;
    case 'share':
      return <ShareDialog card={{ kind: 'track', id: wish.track.id }} isOpen onClose={forgetWish} />;
    case 'sharePlaylist':
      return <ShareDialog card={{ kind: 'playlist', id: wish.playlist.id }} isOpen onClose={forgetWish} />;
    case 'editPlaylist':
      return <EditPlaylistDialog playlist={wish.playlist} onClose={forgetWish} />;
    case 'delete': {
      const { id, title } = wish.track;
      return (
        <Question
          question={t('music.delete.question')}
          text={t('music.delete.text', { title })}
          onConfirm={async () => {
            await call(musicApi.remove, { body: { audio_id: id } });
            tell({ kind: 'trackGone', id });
            dropFromQueue(id);
            toast.success(t('music.deleted'));
          }}
        />
      );
    }
    case 'deletePlaylist': {
      const { id, name } = wish.playlist;
      return (
        <Question
          question={t('music.playlist.delete.question', { name })}
          text={t('music.playlist.delete.text')}
          onConfirm={async () => {
            await call(musicApi.removePlaylist, { body: { id } });
            tell({ kind: 'playlistGone', id });
            toast.success(t('music.playlist.deleted'));
          }}
        />
      );
    }
  }
}
