import type { UnfinishedAd } from '@app/contract/market/ad-owner';
import { adOwnerApi } from '#contract/market/ad-owner';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { type AdFields, discardLocalDraft, EMPTY_AD, fromDraft, saveLocalDraft, toDraft } from './ad-draft.ts';

/** `still`: nothing new; `saving`: being sent; `saved`: on the server; `local`: on this device only. */
export type DraftStatus = 'still' | 'saving' | 'saved' | 'local';

export interface OtherDraft {
  fields: AdFields;
  changed: string;
}

interface DraftSyncerOptions {
  userId: number;
  /** Change time of the server's draft from which the form starts. */
  base: string | null;
  isEmpty: (fields: AdFields) => boolean;
  onStatus: (status: DraftStatus) => void;
  onConflict: (other: OtherDraft, mine: AdFields) => void;
}

export interface DraftSyncer {
  /** Stores a change: at once on this device, after a pause on the server. */
  change(fields: AdFields): void;
  flush(): Promise<void>;
  /** Continues with `fields` and replaces the draft of another device. */
  resolveConflict(fields: AdFields, base: string | null): void;
  finish(): Promise<void>;
  stop(): void;
}

const TYPING_PAUSE_MS = 1000;

interface StoredDraft {
  draft: UnfinishedAd | null;
  changed: string | null;
}

/**
 * Saves the unfinished ad on the server, one request at a time.
 *
 * The local copy is written first and marked as sent only when the server has exactly that draft, so a closed tab or a
 * lost connection loses nothing. A draft that another device changed meanwhile is never overwritten without asking.
 */
export function createDraftSyncer({
  userId,
  base: first,
  isEmpty,
  onStatus,
  onConflict,
}: DraftSyncerOptions): DraftSyncer {
  let base = first;
  let latest: AdFields | null = null;
  let isDirty = false;
  let isOver = false;
  let isAsking = false;
  let isWatched = true;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reportStatus = (status: DraftStatus): void => {
    if (isWatched) onStatus(status);
  };
  const saveLocally = (fields: AdFields, isSent: boolean): void =>
    saveLocalDraft(localStorage, userId, { fields, base, isSent });

  async function fetchOther(mine: AdFields): Promise<void> {
    isAsking = true;
    const { draft, changed } = await call(adOwnerApi.getDraft);
    // The other device published or deleted the draft, so only the local one is left.
    if (draft === null || changed === null) return resolveConflict(mine, null);
    const other = fromDraft(draft);
    if (JSON.stringify(toDraft(other)) === JSON.stringify(toDraft(mine))) return resolveConflict(mine, changed);
    if (isWatched) onConflict({ fields: other, changed }, mine);
  }

  async function send(fields: AdFields): Promise<void> {
    isDirty = false;
    try {
      const stored: StoredDraft = isEmpty(fields)
        ? await call(adOwnerApi.discardDraft)
        : await call(adOwnerApi.saveDraft, { body: { draft: toDraft(fields), changed: base } });
      base = stored.changed;
      if (isOver || isDirty) return;
      if (isEmpty(fields)) discardLocalDraft(localStorage, userId);
      else saveLocally(fields, true);
      reportStatus('saved');
    } catch (error) {
      if (!isApiError(error)) throw error;
      isDirty = true;
      if (error.body.code === 'conflict') await fetchOther(latest ?? fields).catch(() => reportStatus('local'));
      else reportStatus('local');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (running) return running;
    if (!isDirty || isOver || isAsking || latest === null) return Promise.resolve();
    const fields = latest;
    reportStatus('saving');
    running = send(fields).finally(() => {
      running = null;
      // Changes made during the request are sent next; after a failure the next change or reconnect tries again.
      if (isDirty && latest !== fields) schedule();
    });
    return running;
  }

  function schedule(): void {
    clearTimeout(timer);
    if (!isOver && !isAsking) timer = setTimeout(() => void flush(), TYPING_PAUSE_MS);
  }

  function resolveConflict(fields: AdFields, next: string | null): void {
    base = next;
    isAsking = false;
    change(fields);
  }

  function change(fields: AdFields): void {
    if (isOver) return;
    latest = fields;
    isDirty = true;
    saveLocally(fields, false);
    schedule();
  }

  const handleOnline = (): void => void flush();
  window.addEventListener('online', handleOnline);

  return {
    change,
    flush,
    resolveConflict,
    async finish() {
      isOver = true;
      clearTimeout(timer);
      discardLocalDraft(localStorage, userId);
      // A pending save must not arrive after the deletion.
      await running?.catch(() => undefined);
      await call(adOwnerApi.discardDraft).catch(() => undefined);
      base = null;
    },
    stop() {
      isWatched = false;
      void flush();
      window.removeEventListener('online', handleOnline);
    },
  };
}

/** Whether the form has nothing worth saving; a preselected home town alone does not count. */
export function isBlank(fields: AdFields, home: Pick<AdFields, 'country' | 'city'>): boolean {
  const blank = { ...EMPTY_AD, ...home, board_enabled: fields.board_enabled };
  return JSON.stringify(toDraft(fields)) === JSON.stringify(toDraft(blank));
}
