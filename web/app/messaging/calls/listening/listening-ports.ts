import type { Track } from '@app/contract/publishing/music';
import { musicApi } from '#contract/publishing/music';
import { loadDeviceChoice } from '../../../live/media-rooms/devices.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { acquireAudioFocus } from '../../../platform/audio-focus.ts';
import { call } from '../../../platform/call.ts';
import { musicState, pause, play } from '../../../publishing/music/player/player.ts';
import { musicSettings, subscribeSettings } from '../../../publishing/music/player/settings.ts';
import type { ListeningPorts, ListeningSound } from './listening-controller.ts';

const SECOND_MS = 1000;

async function findTrack(id: number): Promise<Track | null> {
  try {
    return await call(musicApi.one, { params: { id }, isQuiet: true });
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** Ratio of amplitudes; the server never raises peaks above full scale, and an element cannot. */
const levelOf = ({ gain_db }: Track): number => Math.min(1, 10 ** (gain_db / 20));

function createSound(): ListeningSound {
  // The element is not added to the document, where it would count as a player of the page.
  const element = new Audio();
  element.preload = 'auto';
  let track: Track | null = null;
  const mix = (): void => {
    const { volume, isMuted, isLevelled } = musicSettings();
    element.volume = isMuted ? 0 : volume * (isLevelled && track !== null ? levelOf(track) : 1);
  };
  const leaveSettings = subscribeSettings(mix);
  const { speaker } = loadDeviceChoice();
  if (speaker !== undefined && speaker !== '') void element.setSinkId?.(speaker).catch(() => undefined);
  return {
    load(next) {
      track = next;
      mix();
      element.src = next.src;
    },
    play: () => element.play(),
    pause: () => element.pause(),
    seek(positionMs) {
      element.currentTime = positionMs / SECOND_MS;
    },
    position: () =>
      element.seeking || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
        ? null
        : element.currentTime * SECOND_MS,
    isPaused: () => element.paused,
    setRate(rate) {
      if (element.playbackRate !== rate) element.playbackRate = rate;
    },
    close() {
      leaveSettings();
      element.pause();
      element.removeAttribute('src');
      element.load();
    },
  };
}

/** The viewer's own music is paused while the call listens, and goes on afterwards if it was playing. */
function pauseOwnMusic(): () => void {
  if (!musicState().isPlaying) return () => undefined;
  pause();
  return () => {
    if (!musicState().isPlaying) play();
  };
}

export const listeningPorts = (askClock: ListeningPorts['askClock']): ListeningPorts => ({
  askClock,
  findTrack,
  createSound,
  pauseOwnMusic,
  acquireFocus: (onLost) => acquireAudioFocus('listening', onLost),
  now: () => performance.timeOrigin + performance.now(),
});
