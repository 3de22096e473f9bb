import type { Track } from '@app/contract/publishing/music';
import { useRef } from 'react';
import { MusicDialog } from '../music-dialog.tsx';
import { Lyrics } from './lyrics.tsx';

export function LyricsDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <MusicDialog ref={dialog} title={track.title} about={track.artist} onClose={onClose}>
      <Lyrics track={track} />
    </MusicDialog>
  );
}
