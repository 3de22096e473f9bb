import type { PublicationFile, PublicationFileEvent } from '@app/contract/publishing/publications';
import { useEffect, useEffectEvent } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { subscribe } from '../../../platform/live/live.ts';

/** Polling interval in milliseconds. Only the owner receives progress events; other viewers poll. */
const POLL_MS = 8000;

const isPublicationFileEvent = (event: unknown): event is PublicationFileEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'post_file';

export function useTranscode(
  file: PublicationFile,
  viewerId: number,
  isOwn: boolean,
  onChange: (file: PublicationFile) => void,
): void {
  const fileId = file.state === 'processing' ? file.id : null;
  const change = useEffectEvent(onChange);
  const applyProgress = useEffectEvent((event: PublicationFileEvent) => {
    onChange({ ...file, progress: event.progress });
  });
  const hasNoPreview = useEffectEvent(() => file.preview === '');

  useEffect(() => {
    if (fileId === null) return;
    let isOver = false;
    async function reloadFile(): Promise<void> {
      try {
        const response = await call(publicationsApi.file, { params: { id: Number(fileId) } });
        if (!isOver) change(response);
      } catch (error) {
        // A network error is ignored; the next poll repeats the request.
        if (!isApiError(error)) throw error;
      }
    }
    const timer = setInterval(() => {
      if (!document.hidden) void reloadFile();
    }, POLL_MS);
    const leave = isOwn
      ? subscribe(
          `/ws/notifications/${viewerId}/`,
          (event) => {
            if (!isPublicationFileEvent(event) || event.file_id !== fileId) return;
            // A video without a poster is reloaded, because the poster may be available by now.
            if (event.state === 'processing' && !hasNoPreview()) applyProgress(event);
            else void reloadFile();
          },
          () => void reloadFile(),
        )
      : undefined;
    return () => {
      isOver = true;
      clearInterval(timer);
      leave?.();
    };
  }, [fileId, viewerId, isOwn]);
}
