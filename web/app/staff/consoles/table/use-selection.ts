import { useState } from 'react';

export interface Selection {
  /** Ids of the selected rows that are currently shown. */
  selected: ReadonlySet<number>;
  choose(ids: readonly number[], isChosen: boolean): void;
  clear(): void;
}

/**
 * Row selection for bulk actions. Rows that are no longer shown are removed from the selection, so that no action
 * affects invisible rows.
 */
export function useSelection(shown: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return {
    selected: new Set(shown.filter((id) => chosen.has(id))),
    choose(ids, isChosen) {
      const next = shown.filter((id) => (ids.includes(id) ? isChosen : chosen.has(id)));
      setChosen(new Set(next));
    },
    clear: () => setChosen(new Set()),
  };
}
