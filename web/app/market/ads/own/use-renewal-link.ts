import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { actionsOf, type OwnAction, type OwnAd } from './own-ad.ts';

/** Renews the ad when the link of the reminder email (`?renew=1`) is opened. */
export function useRenewalLink(own: OwnAd, act: (action: OwnAction) => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get('renew') === '1';
  const isDone = useRef(false);
  useEffect(() => {
    if (!isAsked || isDone.current) return;
    isDone.current = true;
    // Removes the parameter, so that a reload does not renew again.
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
