import type { UnfinishedAd } from '@app/contract/market/ad-owner';
import { useEffect, useRef, useState } from 'react';
import { type AdFields, discardLocalDraft, fromDraft, loadLocalDraft } from './ad-draft.ts';
import { createDraftSyncer, type DraftStatus, type DraftSyncer, isBlank, type OtherDraft } from './draft-syncer.ts';

interface UseAdDraft {
  userId: number;
  empty: AdFields;
  stored: { draft: UnfinishedAd | null; changed: string | null } | null;
}

/** Initial state of the form; a new `round` resets the form. */
interface Start {
  fields: AdFields;
  round: number;
  isRestored: boolean;
}

interface AdDraft {
  start: Start;
  status: DraftStatus;
  conflict: { other: OtherDraft; mine: AdFields } | null;
  change: (fields: AdFields) => void;
  resolveWithMine: () => void;
  resolveWithOther: () => void;
  /** Clears the form; the returned function undoes that. */
  clear: () => () => void;
  finish: () => void;
}

export function useAdDraft({ userId, empty, stored }: UseAdDraft): AdDraft {
  const syncer = useRef<DraftSyncer>(undefined);
  const latest = useRef<AdFields>(empty);
  const [status, setStatus] = useState<DraftStatus>('still');
  const [conflict, setConflict] = useState<AdDraft['conflict']>(null);
  const [start, setStart] = useState<Start>(() =>
    stored?.draft
      ? { fields: fromDraft(stored.draft), round: 0, isRestored: true }
      : { fields: empty, round: 0, isRestored: false },
  );

  function startSyncer(base: string | null): DraftSyncer {
    syncer.current?.stop();
    syncer.current = createDraftSyncer({
      userId,
      base,
      isEmpty: (fields) => isBlank(fields, empty),
      onStatus: setStatus,
      onConflict: (other, mine) => setConflict({ other, mine }),
    });
    return syncer.current;
  }

  function restart(fields: AdFields, isRestored: boolean): void {
    latest.current = fields;
    setStart(({ round }) => ({ fields, round: round + 1, isRestored }));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the two copies meet once, when the form opens
  useEffect(() => {
    const local = loadLocalDraft(localStorage, userId);
    const fresh = startSyncer(stored?.changed ?? local?.base ?? null);
    latest.current = stored?.draft ? fromDraft(stored.draft) : empty;
    // An unsent local draft takes precedence; the syncer detects whether another device has changed the server's draft.
    if (local && (stored === null || !local.isSent)) {
      restart(local.fields, true);
      if (!local.isSent) fresh.resolveConflict(local.fields, local.base);
    } else if (!stored?.draft) discardLocalDraft(localStorage, userId);
    const leave = (): void => void syncer.current?.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      syncer.current?.stop();
    };
  }, []);

  function finish(): void {
    void syncer.current?.finish();
    setStatus('still');
  }

  return {
    start,
    status,
    conflict,
    change(fields) {
      latest.current = fields;
      syncer.current?.change(fields);
    },
    resolveWithMine() {
      if (!conflict) return;
      setConflict(null);
      syncer.current?.resolveConflict(latest.current, conflict.other.changed);
    },
    resolveWithOther() {
      if (!conflict) return;
      setConflict(null);
      restart(conflict.other.fields, true);
      syncer.current?.resolveConflict(conflict.other.fields, conflict.other.changed);
    },
    clear() {
      const before = latest.current;
      const finished = syncer.current?.finish() ?? Promise.resolve();
      startSyncer(null);
      restart(empty, false);
      setStatus('still');
      return () => {
        restart(before, true);
        void finished.then(() => syncer.current?.change(before));
      };
    },
    finish,
  };
}
