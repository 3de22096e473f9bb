import type { UnfinishedAd } from '@app/contract/market/ad-owner';
import { useEffect, useRef, useState } from 'react';
import { type AdFields, forgetAd, fromDraft, restoreAd } from './ad-draft.ts';
import { createDraftKeeper, type DraftKeeper, type DraftStatus, isBlank, type OtherDraft } from './draft-keeper.ts';

interface UseAdDraft {
  userId: number;
  empty: AdFields;
  /** What the server keeps; null when it could not be asked. */
  kept: { draft: UnfinishedAd | null; changed: string | null } | null;
}

/** What the form starts with; another `round` is another start. */
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
  keepMine: () => void;
  takeOther: () => void;
  /** Begin anew; the answer brings back what was there. */
  clear: () => () => void;
  finish: () => void;
}

/** The unfinished ad, the same on all devices of its author. */
export function useAdDraft({ userId, empty, kept }: UseAdDraft): AdDraft {
  const keeper = useRef<DraftKeeper>(undefined);
  const latest = useRef<AdFields>(empty);
  const [status, setStatus] = useState<DraftStatus>('still');
  const [conflict, setConflict] = useState<AdDraft['conflict']>(null);
  const [start, setStart] = useState<Start>(() =>
    kept?.draft
      ? { fields: fromDraft(kept.draft), round: 0, isRestored: true }
      : { fields: empty, round: 0, isRestored: false },
  );

  function begin(base: string | null): DraftKeeper {
    keeper.current?.stop();
    keeper.current = createDraftKeeper({
      userId,
      base,
      isEmpty: (fields) => isBlank(fields, empty),
      onStatus: setStatus,
      onConflict: (other, mine) => setConflict({ other, mine }),
    });
    return keeper.current;
  }

  function restart(fields: AdFields, isRestored: boolean): void {
    latest.current = fields;
    setStart(({ round }) => ({ fields, round: round + 1, isRestored }));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the two copies meet once, when the form opens
  useEffect(() => {
    const local = restoreAd(localStorage, userId);
    const fresh = begin(kept?.changed ?? local?.base ?? null);
    latest.current = kept?.draft ? fromDraft(kept.draft) : empty;
    // What was typed here without the server knowing goes on here; the keeper finds out whether another device was faster.
    if (local && (kept === null || !local.isSent)) {
      restart(local.fields, true);
      if (!local.isSent) fresh.settle(local.fields, local.base);
    } else if (!kept?.draft) forgetAd(localStorage, userId);
    const leave = (): void => void keeper.current?.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      keeper.current?.stop();
    };
  }, []);

  function finish(): void {
    void keeper.current?.finish();
    setStatus('still');
  }

  return {
    start,
    status,
    conflict,
    change(fields) {
      latest.current = fields;
      keeper.current?.change(fields);
    },
    keepMine() {
      if (!conflict) return;
      setConflict(null);
      keeper.current?.settle(latest.current, conflict.other.changed);
    },
    takeOther() {
      if (!conflict) return;
      setConflict(null);
      restart(conflict.other.fields, true);
      keeper.current?.settle(conflict.other.fields, conflict.other.changed);
    },
    clear() {
      const before = latest.current;
      const gone = keeper.current?.finish() ?? Promise.resolve();
      begin(null);
      restart(empty, false);
      setStatus('still');
      return () => {
        restart(before, true);
        void gone.then(() => keeper.current?.change(before));
      };
    },
    finish,
  };
}
