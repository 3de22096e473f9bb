export interface AudioMixer {
  track: MediaStreamTrack;
  set(tracks: readonly MediaStreamTrack[]): void;
  stop(): void;
}

/** Mixes tracks into one. Null where the browser has no `AudioContext`. */
export function createAudioMixer(): AudioMixer | null {
  if (typeof AudioContext === 'undefined') return null;
  const context = new AudioContext();
  const destination = context.createMediaStreamDestination();
  const [track] = destination.stream.getAudioTracks();
  if (track === undefined) return null;
  const sources = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>();
  void context.resume().catch(() => undefined);
  return {
    track,
    set(tracks) {
      for (const [known, source] of sources) {
        if (tracks.includes(known)) continue;
        source.disconnect();
        sources.delete(known);
      }
      for (const one of tracks) {
        if (sources.has(one) || one.readyState === 'ended') continue;
        const source = context.createMediaStreamSource(new MediaStream([one]));
        source.connect(destination);
        sources.set(one, source);
      }
    },
    stop() {
      for (const source of sources.values()) source.disconnect();
      sources.clear();
      track.stop();
      void context.close().catch(() => undefined);
    },
  };
}
