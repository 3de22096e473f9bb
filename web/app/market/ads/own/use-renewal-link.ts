import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { actionsOf, type OwnAction, type OwnAd } from './own-ad.ts';

/** Whoever follows the reminder's link (`?renew=1`) wants the ad renewed: one click in the letter, and it is. */
export function useRenewalLink(own: OwnAd, act: (action: OwnAction) => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get('renew') === '1';
  const isDone = useRef(false);
  useEffect(() => {
    if (!isAsked || isDone.current) return;
    isDone.current = true;
    // Reading the page again renews nothing.
    setSearch(
      (before) => {
        before.delete('renew');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    if (actionsOf(own).includes('renew')) act('renew');
  });
}
