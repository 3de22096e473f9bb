import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { readGuestFavorites } from './guest-favorites.ts';

/** After sign-in, by whatever means, the favorites of the guest become those of the user. */
export function useGuestFavorites(viewerId: number | undefined): void {
  const t = useText();
  const { revalidate } = useRevalidator();
  const confirm = useEffectEvent((count: number) => {
    if (count === 0) return;
    toast.success(t('ads.favorite.merged', { count }));
    // The page may show favorites from before.
    void revalidate();
  });
  useEffect(() => {
    if (viewerId === undefined || readGuestFavorites().length === 0) return;
    // Without a connection the ads stay in the browser.
    import('./merge-guest-favorites.ts')
      .then(({ mergeGuestFavorites }) => mergeGuestFavorites(viewerId))
      .then(confirm, () => undefined);
  }, [viewerId]);
}
