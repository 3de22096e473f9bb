import { isApiError } from '../../../platform/api-error.ts';
import { randomKey } from '../../../platform/random-key.ts';
import type { DraftStore } from './draft-store.ts';
import { toDraftFiles } from './form-file.ts';
import { createDraft, isBlankPublication, type PublicationInput, removeDraft, saveDraft } from './save-publication.ts';

/** `local`: saved only on this device so far. */
export type DraftStatus = 'still' | 'saving' | 'saved' | 'local';

interface DraftSyncOptions {
  viewerId: number;
  store: DraftStore;
  key: string;
  publishId: number | null;
  /** Scheduled publications are not saved automatically, because they could be published with a half-finished edit. */
  isSent: boolean;
  onStatus: (status: DraftStatus) => void;
}

export interface DraftSync {
  publishId(): number | null;
  change(input: PublicationInput): void;
  /** Whether a request to create the draft is unanswered, so that its id is unknown. */
  isCreating(): boolean;
  start(): void;
  /** Sends all changes now; resolves with false when sending failed. */
  flush(): Promise<boolean>;
  stop(): Promise<void>;
  finish(): Promise<void>;
}

const LOCAL_MS = 300;
const SERVER_MS = 2000;

const isEmpty = ({ fields, files }: PublicationInput): boolean =>
  fields.publish_description.trim() === '' && files.length === 0;

/** The draft on the server, which exists as long as it has content. */
function createServerDraft(viewerId: number, initialId: number | null) {
  let publishId = initialId;
  /**
   * A create request without a response is repeated with the same key and content, so that the server returns the
   * existing draft.
   */
  let creating: { input: PublicationInput; key: string } | null = null;

  async function create(input: PublicationInput): Promise<void> {
    creating ??= { input, key: randomKey() };
    const { input: sent, key } = creating;
    try {
      publishId = (await createDraft(sent, key, { viewerId })).publish_id;
      creating = null;
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 500) creating = null;
      throw error;
    }
    if (sent !== input) await saveDraft(publishId, input, { viewerId });
  }

  return {
    publishId: () => publishId,
    /** Whether a request to create the draft is unanswered, so that its id is unknown. */
    isCreating: () => creating !== null,
    async send(input: PublicationInput): Promise<void> {
      if (publishId === null) {
        if (!isBlankPublication(input)) await create(input);
      } else if (isBlankPublication(input)) {
        await removeDraft(publishId);
        publishId = null;
      } else await saveDraft(publishId, input, { viewerId });
    },
  };
}

/** Saves the draft immediately on this device and, after a pause, on the server for the user's other devices. */
export function createDraftSync(options: DraftSyncOptions): DraftSync {
  const { viewerId, store, key, isSent, onStatus } = options;
  const draft = createServerDraft(viewerId, options.publishId);
  let latest: PublicationInput | null = null;
  let isDirty = false;
  let isStopped = false;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;

  async function saveLocalDraft(): Promise<void> {
    clearTimeout(localTimer);
    if (latest === null) return;
    const publishId = draft.publishId();
    if (isEmpty(latest) && publishId === null) await store.remove(key);
    else
      await store.save({ key, fields: latest.fields, files: toDraftFiles(latest.files), publishId, isSent: !isDirty });
  }

  async function send(): Promise<boolean> {
    while (isDirty && latest !== null) {
      const input = latest;
      isDirty = false;
      onStatus('saving');
      try {
        await draft.send(input);
      } catch {
        isDirty = true;
        await saveLocalDraft();
        onStatus('local');
        return false;
      }
    }
    await saveLocalDraft();
    if (latest !== null) onStatus(isEmpty(latest) ? 'still' : draft.publishId() === null ? 'local' : 'saved');
    return true;
  }

  function sync(): Promise<boolean> {
    clearTimeout(serverTimer);
    if (!isSent) return saveLocalDraft().then(() => true);
    running ??= send().finally(() => {
      running = null;
    });
    return running;
  }

  function halt(): void {
    isStopped = true;
    clearTimeout(localTimer);
    clearTimeout(serverTimer);
  }

  return {
    publishId: draft.publishId,
    isCreating: draft.isCreating,
    start() {
      isStopped = false;
    },
    change(input) {
      if (isStopped) return;
      latest = input;
      isDirty = true;
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
      localTimer = setTimeout(() => void saveLocalDraft(), LOCAL_MS);
      if (isSent) serverTimer = setTimeout(() => void sync(), SERVER_MS);
      else onStatus(isEmpty(input) ? 'still' : 'local');
    },
    async flush() {
      await saveLocalDraft();
      return isDirty ? sync() : ((await running) ?? true);
    },
    async stop() {
      halt();
      await saveLocalDraft();
      await running?.catch(() => undefined);
    },
    async finish() {
      halt();
      latest = null;
      await running?.catch(() => undefined);
      await store.remove(key);
    },
  };
}
