import { IconPlayerPauseFilled, IconPlayerPlayFilled } from 'virtual:icons';

/** What a press on the button of a player does. */
export function PlayIcon({ isPlaying, size = 20 }: { isPlaying: boolean; size?: number }) {
  const Picture = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return <Picture size={size} aria-hidden="true" />;
}
