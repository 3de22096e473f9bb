import { useMachineState, useRunner } from '../../platform/state-machine.ts';
import { createMediaPlayer, type MediaAttachment, type MediaPlayer } from './media-player.ts';
import type { MediaState } from './media-state.ts';

/**
 * A player for the element that gets `player.bind` as its ref. With `attach` its source is attached when it plays first;
 * otherwise the page gives it one.
 */
export function useMediaPlayer<Element extends HTMLMediaElement>(
  initial: Partial<MediaState>,
  attach?: (element: Element) => Promise<MediaAttachment>,
): [MediaState, MediaPlayer<Element>] {
  const player = useRunner(() => createMediaPlayer(attach, initial));
  return [useMachineState(player), player];
}
