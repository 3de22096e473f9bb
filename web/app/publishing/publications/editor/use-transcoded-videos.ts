import type { PublicationFileEvent } from '@app/contract/publishing/publications';
import { useEffect, useEffectEvent } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { subscribe } from '../../../platform/live/live.ts';
import type { FormFile } from './form-file.ts';
import type { PublicationFiles } from './publication-files.ts';

const isPublicationFileEvent = (event: unknown): event is PublicationFileEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'post_file';

export function useTranscodedVideos(viewerId: number, files: readonly FormFile[], actions: PublicationFiles): void {
  const isWaiting = files.some(({ stored }) => stored?.kind === 'video' && stored.state === 'processing');

  async function reloadVideos(): Promise<void> {
    for (const { stored } of actions.get()) {
      if (stored?.kind !== 'video') continue;
      try {
        actions.update(await call(publicationsApi.file, { params: { id: stored.id } }));
      } catch {
        // A failed request is ignored; the next event reloads the videos.
      }
    }
  }

  const handleEvent = useEffectEvent((event: unknown) => {
    if (!isPublicationFileEvent(event)) return;
    actions.applyEvent(event);
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
