import type { PublicationFileEvent } from '@app/contract/publishing/publications';
import { useEffect, useEffectEvent } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { subscribe } from '../../../platform/live.ts';
import type { FormFile, PublicationFiles } from './publication-files.ts';

const isPublicationFileEvent = (event: unknown): event is PublicationFileEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'post_file';

/** Follows the videos that the server is making, as long as the form is open. */
export function useTranscodedVideos(viewerId: number, files: readonly FormFile[], actions: PublicationFiles): void {
  const isWaiting = files.some(({ stored }) => stored?.kind === 'video' && stored.state === 'processing');

  async function reloadVideos(): Promise<void> {
    for (const { stored } of actions.get()) {
      if (stored?.kind !== 'video') continue;
      try {
        actions.update(await call(publicationsApi.file, { params: { id: stored.id } }));
      } catch {
        // A hint that is missed: the next one tells the same.
      }
    }
  }

  const handleEvent = useEffectEvent((event: unknown) => {
    if (!isPublicationFileEvent(event)) return;
    actions.applyEvent(event);
    // What is ready has a picture and an address, which events do not carry.
    if (event.state !== 'processing') void reloadVideos();
  });
  const reopen = useEffectEvent(() => void reloadVideos());

  useEffect(() => {
    if (!isWaiting) return;
    reopen();
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => handleEvent(event),
      () => reopen(),
    );
  }, [viewerId, isWaiting]);
}
