import { useState } from 'react';
import { OWN_ADS_AT_ONCE_MAX } from '#contract/market/own-ads';
import type { OwnAd } from '../ads/own/own-ad.ts';

export interface Selection<Ad = OwnAd> {
  /** In the order of the list. */
  chosen: readonly Ad[];
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Chosen ads of a page; those that left the list are no longer chosen. */
export function useSelection<Ad extends { board_id: number }>(ads: readonly Ad[]): Selection<Ad> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = ads.filter(({ board_id }) => ids.has(board_id)).slice(0, OWN_ADS_AT_ONCE_MAX);
  return {
    chosen,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setIds(new Set(chosen.length === ads.length ? [] : ads.map(({ board_id }) => board_id))),
    clear: () => setIds(new Set()),
  };
}
