import type { PublicationFile } from '@app/contract/publishing/publications';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { attachVideo } from '../../../ui/media/attach-video.ts';
import type { MediaPlayer } from '../../../ui/media/media-player.ts';
import type { MediaState } from '../../../ui/media/media-state.ts';
import { useMediaPlayer } from '../../../ui/media/use-media-player.ts';
import { loadVideoSettings, mayAutoplay } from '../../../ui/media/video-settings.ts';
import { IN_VIEW_THRESHOLDS, isInView } from '../feed/in-view.ts';

export type VideoPlayer = MediaPlayer<HTMLVideoElement>;

interface PublicationPlayer {
  state: MediaState;
  player: VideoPlayer;
  url: string;
  /** Whether there is something to play. */
  plays: boolean;
  /** False before hydration, when the browser's own controls are shown. */
  isAlive: boolean;
}

/** Starts a muted video that comes into view, and pauses one that leaves it. */
function useAutoplay(root: RefObject<HTMLElement | null>, player: VideoPlayer, plays: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (element === null || !plays || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        // A video started by the user plays until it is completely out of view; one started by autoplay pauses earlier.
        if (entry.intersectionRatio === 0) {
          if (document.pictureInPictureElement !== player.element()) player.send({ type: 'pause' });
        } else if (isInView(entry)) {
          const isAllowed = !document.hidden && mayAutoplay();
          player.send({ type: 'shown', mayAutoplay: isAllowed, preferred: loadVideoSettings() });
        } else player.send({ type: 'covered' });
      },
      { threshold: IN_VIEW_THRESHOLDS },
    );
    observer.observe(element);
    const hide = (): void => {
      if (document.hidden) player.send({ type: 'covered' });
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', hide);
    };
  }, [root, player, plays]);
}

export function usePublicationPlayer(file: PublicationFile, root: RefObject<HTMLElement | null>): PublicationPlayer {
  const [isAlive, setAlive] = useState(false);
  const [source, setSource] = useState({ id: file.id, url: file.url, hls: file.hls });
  const { url, hls } = source;
  const attachable = useRef(source);
  attachable.current = source;
  const [state, player] = useMediaPlayer<HTMLVideoElement>({ duration: file.duration_ms / 1000 }, (video) =>
    attachVideo(video, attachable.current, loadVideoSettings().quality),
  );
  // Playback of the original is not interrupted when transcoding finishes meanwhile.
  const isReplaced = source.id !== file.id || url !== file.url || hls !== file.hls;
  if (isReplaced && (!state.isPlaying || source.id !== file.id))
    setSource({ id: file.id, url: file.url, hls: file.hls });
  const plays = url !== '' || hls !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other sources are another video
  useEffect(() => {
    setAlive(true);
    return () => player.detach();
  }, [player, url, hls]);
  useAutoplay(root, player, plays);
  return { state, player, url, plays, isAlive };
}
