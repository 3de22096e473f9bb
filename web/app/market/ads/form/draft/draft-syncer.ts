import { useEffect, useState } from 'react';
import { adOwnerApi } from '#contract/market/ad-owner';
import { isApiError } from '../../../../platform/api-error.ts';
import { call } from '../../../../platform/call.ts';
import { createMachine, type Machine, useMachineState } from '../../../../platform/state-machine.ts';
import { type AdFields, discardLocalDraft, loadLocalDraft, saveLocalDraft } from './ad-draft.ts';
import {
  type DraftEffect,
  type DraftEvent,
  type DraftState,
  newDraft,
  reduceDraft,
  type StoredDraft,
} from './draft-state.ts';

interface DraftOptions {
  userId: number;
  empty: AdFields;
  stored: StoredDraft | null;
}

interface DraftSyncer extends Machine<DraftState, DraftEvent> {
  /** Reads the local draft; the returned function sends what is left. */
  open: () => () => void;
}

const TYPING_PAUSE_MS = 1000;

/** Saves the unfinished ad on this device and on the server; a closed tab or a lost connection loses nothing. */
export function createDraftSyncer({ userId, empty, stored }: DraftOptions): DraftSyncer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => machine.send({ type: 'flushed' });

  async function report(request: Promise<DraftEvent>): Promise<void> {
    const event = await request.catch((error: unknown): DraftEvent => {
      if (!isApiError(error)) throw error;
      return { type: 'failed', isConflict: error.body.code === 'conflict' };
    });
    machine.send(event);
  }

  function perform(effect: DraftEffect): void {
    switch (effect.type) {
      case 'store':
        if (effect.local) saveLocalDraft(localStorage, userId, effect.local);
        else discardLocalDraft(localStorage, userId);
        break;
      case 'wait':
        clearTimeout(timer);
        timer = setTimeout(flush, TYPING_PAUSE_MS);
        break;
      case 'send': {
        const { draft, base } = effect;
        const sending =
          draft === null
            ? call(adOwnerApi.discardDraft)
            : call(adOwnerApi.saveDraft, { body: { draft, changed: base } });
        void report(sending.then(({ changed }) => ({ type: 'sent', changed })));
        break;
      }
      case 'fetch':
        void report(call(adOwnerApi.getDraft).then((found) => ({ type: 'fetched', stored: found })));
        break;
      case 'discard': {
        const discarded = (): DraftEvent => ({ type: 'discarded' });
        void report(call(adOwnerApi.discardDraft).then(discarded, discarded));
      }
    }
  }

  const machine = createMachine(reduceDraft, newDraft(empty, stored), perform);
  return {
    ...machine,
    open() {
      machine.send({ type: 'opened', local: loadLocalDraft(localStorage, userId), stored });
      window.addEventListener('online', flush);
      window.addEventListener('pagehide', flush);
      return () => {
        window.removeEventListener('online', flush);
        window.removeEventListener('pagehide', flush);
        flush();
      };
    },
  };
}

export function useAdDraft(options: DraftOptions): { draft: DraftState; send: DraftSyncer['send'] } {
  const [syncer] = useState(() => createDraftSyncer(options));
  useEffect(() => syncer.open(), [syncer]);
  return { draft: useMachineState(syncer), send: syncer.send };
}
