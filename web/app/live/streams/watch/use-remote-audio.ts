import { useEffect, useRef, useState } from 'react';
import { acquireAudioFocus } from '../../../platform/audio-focus.ts';
import { createRemoteAudio, type RemoteAudio } from '../../media-rooms/remote-audio.ts';
import type { IncomingStream } from './use-watching.ts';

/** Plays the sound of a live stream. Returns whether the browser blocks it, and how to resume it after a press. */
export function useRemoteAudio(
  incoming: IncomingStream,
  isAudible: boolean,
  volume: number,
  onLost: () => void,
): [boolean, () => void] {
  const [isBlocked, setBlocked] = useState(false);
  const remoteAudio = useRef<RemoteAudio | null>(null);
  const lost = useRef(onLost);
  lost.current = onLost;
  const sounds = incoming.mode === 'room' && isAudible ? incoming.view.sounds : null;
  const isSounding = sounds !== null && sounds.length > 0 && !isBlocked;
  useEffect(() => {
    const audio = createRemoteAudio(setBlocked);
    remoteAudio.current = audio;
    return () => {
      remoteAudio.current = null;
      audio.close();
    };
  }, []);
  useEffect(() => {
    for (const { user } of sounds ?? []) remoteAudio.current?.setVolume(user, volume);
    remoteAudio.current?.set(sounds ?? []);
  }, [sounds, volume]);
  // Only one player on the site is audible at a time.
  useEffect(() => (isSounding ? acquireAudioFocus('stream', () => lost.current()) : undefined), [isSounding]);
  return [isBlocked && sounds !== null, () => remoteAudio.current?.resume()];
}
