export type ReaderJob =
  | { kind: 'video'; source: string; outFolder: string; maxDurationMs: number }
  | { kind: 'audio'; source: string };

export interface VideoReading {
  width: number;
  height: number;
  durationMs: number;
  videoCodec: string | null;
  audioCodec: string | null;
  hasAudio: boolean;
  tracks: number;
  /** The same tracks in a container that browsers play, without metadata; null when browsers cannot play the codecs. */
  playable: { path: string; mime: 'video/mp4' | 'video/webm' } | null;
}

export interface AudioReading {
  durationMs: number;
  container: string;
  codec: string;
  hasVideo: boolean;
  title: string;
  artist: string;
  album: string;
  cover: Uint8Array | null;
}

export type ReaderReply =
  | { type: 'ready' }
  | { type: 'video'; reading: VideoReading }
  | { type: 'audio'; reading: AudioReading }
  | { type: 'refused'; reason: string };
