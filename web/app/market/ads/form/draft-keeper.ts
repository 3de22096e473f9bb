import type { UnfinishedAd } from '@app/contract/market/ad-owner';
import { adOwnerApi } from '#contract/market/ad-owner';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { type AdFields, EMPTY_AD, forgetAd, fromDraft, keepAd, toDraft } from './ad-draft.ts';

/** Where the draft is: nowhere new, on its way, with the server, or on this device only. */
export type DraftStatus = 'still' | 'saving' | 'saved' | 'local';

/** What another device kept meanwhile. */
export interface OtherDraft {
  fields: AdFields;
  changed: string;
}

interface KeeperOptions {
  userId: number;
  /** The server's draft that the form starts from. */
  base: string | null;
  /** A form that looks like this is no draft. */
  isEmpty: (fields: AdFields) => boolean;
  onStatus: (status: DraftStatus) => void;
  onConflict: (other: OtherDraft, mine: AdFields) => void;
}

export interface DraftKeeper {
  /** Note what is typed: at once on this device, after a pause with the server. */
  change(fields: AdFields): void;
  /** Send what is not sent yet. */
  flush(): Promise<void>;
  /** Go on with `fields` over what another device kept. */
  settle(fields: AdFields, base: string | null): void;
  /** The draft is over: neither here nor with the server is any of it left. */
  finish(): Promise<void>;
  /** The form is left: nothing is told any more. */
  stop(): void;
}

const TYPING_PAUSE_MS = 1000;

interface Kept {
  draft: UnfinishedAd | null;
  changed: string | null;
}

/**
 * Keeps the unfinished ad with the server, one request at a time.
 *
 * The copy on this device is written first and marked as sent only when the server has exactly it, so a closed lid or a dead
 * network loses nothing. A draft that another device changed meanwhile is never overwritten without asking.
 */
export function createDraftKeeper({ userId, base: first, isEmpty, onStatus, onConflict }: KeeperOptions): DraftKeeper {
  let base = first;
  let latest: AdFields | null = null;
  let isDirty = false;
  let isOver = false;
  let isAsking = false;
  let isWatched = true;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (status: DraftStatus): void => {
    if (isWatched) onStatus(status);
  };
  const note = (fields: AdFields, isSent: boolean): void => keepAd(localStorage, userId, { fields, base, isSent });

  async function ask(mine: AdFields): Promise<void> {
    isAsking = true;
    const { draft, changed } = await call(adOwnerApi.getDraft);
    // The other device published or cleared it: what is typed here is all there is.
    if (draft === null || changed === null) return settle(mine, null);
    const other = fromDraft(draft);
    if (JSON.stringify(toDraft(other)) === JSON.stringify(toDraft(mine))) return settle(mine, changed);
    if (isWatched) onConflict({ fields: other, changed }, mine);
  }

  async function send(fields: AdFields): Promise<void> {
    isDirty = false;
    try {
      const answer: Kept = isEmpty(fields)
        ? await call(adOwnerApi.forgetDraft)
        : await call(adOwnerApi.keepDraft, { body: { draft: toDraft(fields), changed: base } });
      base = answer.changed;
      if (isOver || isDirty) return;
      if (isEmpty(fields)) forgetAd(localStorage, userId);
      else note(fields, true);
      tell('saved');
    } catch (error) {
      if (!isApiError(error)) throw error;
      isDirty = true;
      if (error.body.code === 'conflict') await ask(latest ?? fields).catch(() => tell('local'));
      else tell('local');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (running) return running;
    if (!isDirty || isOver || isAsking || latest === null) return Promise.resolve();
    const fields = latest;
    tell('saving');
    running = send(fields).finally(() => {
      running = null;
      // What was typed during the request follows it; what failed waits for the next key or the network.
      if (isDirty && latest !== fields) schedule();
    });
    return running;
  }

  function schedule(): void {
    clearTimeout(timer);
    if (!isOver && !isAsking) timer = setTimeout(() => void flush(), TYPING_PAUSE_MS);
  }

  function settle(fields: AdFields, next: string | null): void {
    base = next;
    isAsking = false;
    change(fields);
  }

  function change(fields: AdFields): void {
    if (isOver) return;
    latest = fields;
    isDirty = true;
    note(fields, false);
    schedule();
  }

  const handleOnline = (): void => void flush();
  window.addEventListener('online', handleOnline);

  return {
    change,
    flush,
    settle,
    async finish() {
      isOver = true;
      clearTimeout(timer);
      forgetAd(localStorage, userId);
      // A late answer to the last save must not come after the farewell.
      await running?.catch(() => undefined);
      await call(adOwnerApi.forgetDraft).catch(() => undefined);
      base = null;
    },
    stop() {
      isWatched = false;
      void flush();
      window.removeEventListener('online', handleOnline);
    },
  };
}

/** Whether there is anything worth keeping: a chosen home town alone is not. */
export function isBlank(fields: AdFields, home: Pick<AdFields, 'country' | 'city'>): boolean {
  const blank = { ...EMPTY_AD, ...home, board_enabled: fields.board_enabled };
  return JSON.stringify(toDraft(fields)) === JSON.stringify(toDraft(blank));
}
