import type { PostFile, PostFileEvent } from '@app/contract/publishing/publications';
import { useEffect, useEffectEvent } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { subscribe } from '../../../platform/live.ts';

/** Only its owner is told how far a video is; others ask now and then. */
const ASK_MS = 8000;

const isPostFileEvent = (event: unknown): event is PostFileEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'post_file';

/** Follows the making of a video until it is there. */
export function useMaking(file: PostFile, viewerId: number, isOwn: boolean, onChange: (file: PostFile) => void): void {
  const making = file.state === 'processing' ? file.id : null;
  const change = useEffectEvent(onChange);
  const hear = useEffectEvent((event: PostFileEvent) => {
    onChange({ ...file, progress: event.progress });
  });
  const isBare = useEffectEvent(() => file.preview === '');

  useEffect(() => {
    if (making === null) return;
    let isOver = false;
    async function ask(): Promise<void> {
      try {
        const answer = await call(publicationsApi.file, { params: { id: Number(making) } });
        if (!isOver) change(answer);
      } catch (error) {
        // Asked again in a while.
        if (!isApiError(error)) throw error;
      }
    }
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, ASK_MS);
    const leave = isOwn
      ? subscribe(
          `/ws/notifications/${viewerId}/`,
          (event) => {
            if (!isPostFileEvent(event) || event.file_id !== making) return;
            // By now its poster may be there, too.
            if (event.state === 'processing' && !isBare()) hear(event);
            else void ask();
          },
          () => void ask(),
        )
      : undefined;
    return () => {
      isOver = true;
      clearInterval(timer);
      leave?.();
    };
  }, [making, viewerId, isOwn]);
}
