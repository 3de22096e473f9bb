import {
  musicProgress,
  musicState,
  pause,
  play,
  playNext,
  playPrevious,
  seek,
  subscribeMusic,
  subscribeProgress,
  toggle,
} from './player/player.ts';

const STEP_MS = 10_000;
/** Elements that handle the space key themselves. Links do not. */
const OWN_SPACE = 'input, textarea, select, button, summary, video, audio, [contenteditable], [role=slider]';

function handleKey(event: KeyboardEvent): void {
  const { track, isOffer } = musicState();
  // An offered track that was not started does not capture the space key, which scrolls the page.
  if (event.key !== ' ' || track === null || isOffer) return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target instanceof Element && event.target.closest(OWN_SPACE)) return;
  if (document.querySelector('dialog[open]')) return;
  event.preventDefault();
  if (!event.repeat) toggle();
}

let describedTrack: string | undefined;

/** Updates the Media Session metadata for the lock screen and media keys. */
function updateMetadata(): void {
  const { track, isPlaying } = musicState();
  const { mediaSession } = navigator;
  if (track === null) {
    if (describedTrack !== undefined) mediaSession.metadata = null;
    describedTrack = undefined;
    return;
  }
  if (isPlaying) setActionHandlers();
  mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  const now = `${track.id} ${track.title} ${track.artist} ${track.cover}`;
  if (now === describedTrack && mediaSession.metadata?.title === track.title) return;
  describedTrack = now;
  mediaSession.metadata = new MediaMetadata({
    title: track.title,
    artist: track.artist,
    ...(track.cover && { artwork: [{ src: new URL(track.cover, window.location.href).href, sizes: '512x512' }] }),
  });
}

function setActionHandlers(): void {
  const { mediaSession } = navigator;
  const move = (by: number) => (): void => seek(musicProgress().position + by);
  mediaSession.setActionHandler('play', play);
  mediaSession.setActionHandler('pause', pause);
  mediaSession.setActionHandler('previoustrack', playPrevious);
  mediaSession.setActionHandler('nexttrack', playNext);
  mediaSession.setActionHandler('seekbackward', move(-STEP_MS));
  mediaSession.setActionHandler('seekforward', move(STEP_MS));
  mediaSession.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) seek(seekTime * 1000);
  });
}

let reportedSecond = -1;

function reportPosition(): void {
  const { position, duration } = musicProgress();
  const { isPlaying } = musicState();
  const second = Math.floor(position / 1000);
  if (second === reportedSecond || duration <= 0) return;
  reportedSecond = second;
  if (isPlaying)
    navigator.mediaSession.setPositionState?.({
      duration: duration / 1000,
      position: Math.min(position, duration) / 1000,
    });
}

/** Listens to media keys and space until the returned function is called. */
export function watchMediaKeys(): () => void {
  document.addEventListener('keydown', handleKey);
  const hasSession = 'mediaSession' in navigator;
  const endings = hasSession ? [subscribeMusic(updateMetadata), subscribeProgress(reportPosition)] : [];
  return () => {
    document.removeEventListener('keydown', handleKey);
    for (const end of endings) end();
  };
}
