import type { Publication } from '@app/contract/publishing/publications';
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { retryUntilAborted } from '../../../files/uploads/retry-until-aborted.ts';
import { ApiError, isApiError, NETWORK } from '../../../platform/api-error.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { type LocalPublicationDraft, openDraftStore } from './draft-store.ts';
import { createDraftSync, type DraftStatus, type DraftSync } from './draft-sync.ts';
import type { FormFile } from './form-file.ts';
import type { PublicationFields } from './publication-fields.ts';
import { createPublicationFiles, type PublicationFiles } from './publication-files.ts';
import { type PublicationInput, publish, saveDraft, updatePublication } from './save-publication.ts';

export interface PublicationFormStart {
  key: string;
  publishId: number | null;
  fields: PublicationFields;
  content: Publication['content'];
  state: Publication['state'] | null;
  /** A local draft takes precedence over the server's version. */
  localDraft: LocalPublicationDraft | null;
}

/** Phases after «Опубликовать»: waiting for uploads, waiting for the network, sending. */
export type SendPhase = 'files' | 'offline' | 'now';

/** Thrown when the user has to fix failed or missing files first. */
export class UnfinishedFiles extends Error {}

interface AutosaveOptions {
  sync: DraftSync;
  actions: PublicationFiles;
  input: PublicationInput;
  content: string;
  isChanged: boolean;
  isPublished: boolean;
  isDone: RefObject<boolean>;
}

/** Saves the draft while it is edited and when the page is left. */
function useAutosave({ sync, actions, input, content, isChanged, isPublished, isDone }: AutosaveOptions): void {
  const scheduleSave = useEffectEvent(() => {
    if (!isPublished && !isDone.current) sync.change(input);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept changed, not how far uploads are
  useEffect(() => {
    if (isChanged) scheduleSave();
  }, [content, isChanged]);

  useEffect(() => {
    sync.start();
    actions.resume();
    const leave = (): void => void sync.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      actions.pause();
      if (!isDone.current) void sync.flush();
      void sync.stop();
    };
  }, [sync, actions, isDone]);
}

interface PublishOptions {
  viewerId: number;
  sync: DraftSync;
  input: PublicationInput;
  /** The same content is published under the same key, so that a repeated request publishes it once. */
  publishKey: RefObject<{ key: string; content: string } | undefined>;
  signal: AbortSignal;
  onWaiting: (isWaiting: boolean) => void;
}

async function publishDraft(options: PublishOptions): Promise<Publication> {
  const { viewerId, sync, input, publishKey, signal, onWaiting } = options;
  await sync.stop();
  const same = contentOf(input.fields, input.files);
  if (publishKey.current?.content !== same) publishKey.current = { key: randomKey(), content: same };
  const { key } = publishKey.current;
  const task = async (): Promise<Publication> => {
    // A draft whose id is unknown would own the files, so its creation must be resolved first.
    if (sync.isCreating() && !(await sync.flush()) && sync.isCreating()) throw new ApiError(0, NETWORK);
    return publish(sync.publishId(), input, key, { viewerId, signal });
  };
  const wasDraft = sync.publishId() !== null;
  const publication = await retryUntilAborted(task, { signal, onWaiting });
  // Only an update request can carry the chosen cover frame.
  if (!wasDraft && input.files.some(({ posterMs }) => posterMs !== null))
    await saveDraft(publication.publish_id, input, { viewerId }).catch(() => undefined);
  return publication;
}

/** State of the publication form: fields, files, draft and the phases of sending. */
export function usePublicationForm(viewerId: number, start: PublicationFormStart) {
  const isPublished = start.state === 'published';
  const [store] = useState(() => openDraftStore(viewerId));
  const [actions] = useState(() => {
    const created = createPublicationFiles({ viewerId, store });
    if (start.localDraft === null) created.adopt(start.content);
    return created;
  });
  const [status, setStatus] = useState<DraftStatus>('still');
  const [sync] = useState(() =>
    createDraftSync({
      viewerId,
      store,
      key: start.key,
      publishId: start.publishId,
      isSent: start.state !== 'planned',
      onStatus: setStatus,
    }),
  );
  const files = useSyncExternalStore(actions.subscribe, actions.get, actions.get);
  const [fields, setFields] = useState(start.localDraft?.fields ?? start.fields);
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const running = useRef<AbortController>(undefined);
  const publishKey = useRef<{ key: string; content: string }>(undefined);
  const isDone = useRef(false);

  const content = contentOf(fields, files);
  const first = useRef(content);
  const isChanged = content !== first.current;

  useAutosave({ sync, actions, input: { fields, files }, content, isChanged, isPublished, isDone });

  const restore = useEffectEvent(async () => {
    if (start.localDraft === null) return;
    await actions.restore(start.localDraft.files);
    // A draft that only this device has is sent to the server automatically.
    if (start.localDraft.isSent) first.current = contentOf(start.localDraft.fields, actions.get());
    else sync.change({ fields: start.localDraft.fields, files: actions.get() });
  });
  useEffect(() => void restore(), []);

  async function send(): Promise<Publication | null> {
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    try {
      setPhase('files');
      if (!(await actions.waitUntilStored(signal))) throw new UnfinishedFiles();
      setPhase('now');
      const onWaiting = (isWaiting: boolean): void => setPhase(isWaiting ? 'offline' : 'now');
      const publication =
        isPublished && start.publishId !== null
          ? await retryUntilAborted(updateTask(start.publishId, signal), { signal, onWaiting })
          : await publishDraft({
              viewerId,
              sync,
              input: { fields, files: actions.get() },
              publishKey,
              signal,
              onWaiting,
            });
      isDone.current = true;
      await sync.finish();
      return publication;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      setPhase(null);
      running.current = undefined;
      if (!isDone.current) sync.start();
    }
  }

  const updateTask = (publishId: number, signal: AbortSignal) => () =>
    updatePublication(publishId, { fields, files: actions.get() }, { viewerId, signal });

  return {
    fields,
    change: (part: Partial<PublicationFields>) => setFields((known) => ({ ...known, ...part })),
    files,
    actions,
    status,
    phase,
    isChanged,
    isDone,
    send,
    stop: () => running.current?.abort(),
    /** Resolves with false when the draft could not be saved on the server. */
    leaveDraft: async (): Promise<boolean> => {
      const isWhole = actions.get().every(({ state }) => state === 'stored');
      if (!isWhole || !(await sync.flush())) return false;
      isDone.current = true;
      await sync.finish();
      return true;
    },
  };
}

/** Serialized draft content; changes only when there is something to save, not with upload progress. */
function contentOf(fields: PublicationFields, files: readonly FormFile[]): string {
  return JSON.stringify([fields, files.map(({ key, alt, posterMs, stored }) => [key, alt, posterMs, stored?.id ?? 0])]);
}

export const isUnpaid = (error: unknown): boolean => isApiError(error) && error.body.code === 'subscription_required';
