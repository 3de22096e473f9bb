import type { PostFileEvent } from '@app/contract/publishing/publications';
import { useEffect, useEffectEvent } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { subscribe } from '../../../platform/live.ts';
import type { FormFile, PostFiles } from './post-files.ts';

const isAbout = (event: unknown): event is PostFileEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'post_file';

/** Follows the videos that the server is making, as long as the form is open. */
export function useMadeVideos(viewerId: number, files: readonly FormFile[], actions: PostFiles): void {
  const isWaiting = files.some(({ stored }) => stored?.kind === 'video' && stored.state === 'processing');

  async function read(): Promise<void> {
    for (const { stored } of actions.get()) {
      if (stored?.kind !== 'video') continue;
      try {
        actions.update(await call(publicationsApi.file, { params: { id: stored.id } }));
      } catch {
        // A hint that is missed: the next one tells the same.
      }
    }
  }

  const hear = useEffectEvent((event: unknown) => {
    if (!isAbout(event)) return;
    actions.tell(event);
    // What is ready has a picture and an address, which events do not carry.
    if (event.state !== 'processing') void read();
  });
  const reopen = useEffectEvent(() => void read());

  useEffect(() => {
    if (!isWaiting) return;
    reopen();
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => hear(event),
      () => reopen(),
    );
  }, [viewerId, isWaiting]);
}
