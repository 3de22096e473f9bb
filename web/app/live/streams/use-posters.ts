import type { Stream } from '@app/contract/live/streams';
import { type RefObject, useEffect } from 'react';
import { STREAM_POSTER_SECONDS, streamsApi } from '#contract/live/streams';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

const FIRST_MS = 2500;
const WIDTH = 640;
const QUALITY = 0.7;

async function capturePoster(root: HTMLElement | null): Promise<Blob | null> {
  const video = root?.querySelector('video');
  if (!video || video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(WIDTH, video.videoWidth);
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

export function usePosters(stream: Stream, root: RefObject<HTMLElement | null>, isOn: boolean): void {
  const id = stream.stream_id;
  useEffect(() => {
    if (!isOn) return;
    const send = async (): Promise<void> => {
      const poster = await capturePoster(root.current);
      if (poster === null) return;
      try {
        await call(streamsApi.poster, { params: { id }, files: { poster }, isQuiet: true });
      } catch (error) {
        // Ignored: the next poster follows in a minute.
        if (!isApiError(error)) throw error;
      }
    };
    const first = setTimeout(() => void send(), FIRST_MS);
    const every = setInterval(() => void send(), STREAM_POSTER_SECONDS * 1000 + FIRST_MS);
    return () => {
      clearTimeout(first);
      clearInterval(every);
    };
  }, [id, root, isOn]);
}
