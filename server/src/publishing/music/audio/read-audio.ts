import { Readable } from 'node:stream';
import { IMAGE_MAX_BYTES } from '@app/contract/files/media';
import { TRACK_TITLE_MAX } from '@app/contract/publishing/music';
import { probeAudio } from '../../../files/media/audio.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { QuarantinedFile } from '../../../platform/http/uploads.ts';

export interface AudioDetails {
  mime: string;
  durationMs: number;
  /** '' when missing. */
  title: string;
  artist: string;
  cover: QuarantinedFile | undefined;
  discard(): Promise<void>;
}

/** Fails with unsupported_media for audio that browsers do not play, unprocessable_audio for an unreadable file. */
export async function readAudio({ media }: Services, file: QuarantinedFile): Promise<AudioDetails> {
  const { mime, duration_ms, title, artist, cover: bytes } = await probe(file);
  if (!(duration_ms > 0)) throw new Failure('unprocessable_audio');
  const cover = bytes === null ? undefined : await receiveCover(media, bytes);
  return {
    mime,
    durationMs: duration_ms,
    title: oneLine(title),
    artist: oneLine(artist),
    cover,
    discard: async () => {
      if (cover) await media.quarantine.discard(cover);
    },
  };
}

async function probe(file: QuarantinedFile): ReturnType<typeof probeAudio> {
  try {
    return await probeAudio(file);
  } catch (error) {
    // The default text of this error code is about images.
    if (error instanceof Failure && error.code === 'unsupported_media')
      throw new Failure(error.code, { ...error.options, text: 'errors.audio.unsupported' });
    throw error;
  }
}

/** An embedded image is accepted only when it decodes as an image. */
async function receiveCover(
  { quarantine }: Services['media'],
  bytes: Uint8Array,
): Promise<QuarantinedFile | undefined> {
  try {
    return await quarantine.receive(Readable.from([Buffer.from(bytes)]), {
      maxBytes: IMAGE_MAX_BYTES,
      kinds: ['image'],
    });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const oneLine = (text: string): string =>
  [
    ...text
      .replace(/[\p{C}\p{Surrogate}]/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, TRACK_TITLE_MAX)
    .join('');
