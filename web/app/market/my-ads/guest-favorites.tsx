import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { favoritesApi } from '#contract/market/favorites';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { useLoaded } from '../../platform/use-loaded.ts';
import { ListFailed } from '../ads/list/list-failed.tsx';
import { toCard } from '../ads/to-card.ts';
import { readGuestFavorites } from '../favorites/guest-favorites.ts';
import { AdGrid, AdGridSkeleton } from './ad-grid.tsx';
import { EmptyList } from './empty-list.tsx';
import styles from './my-ads-page.module.css';

/** The favorites that this browser remembers. An ad whose heart is pressed again stays until the page is left. */
export function GuestFavorites() {
  const t = useText('my-ads');
  const [ids, setIds] = useState<readonly number[] | null>(null);
  useEffect(() => setIds(readGuestFavorites()), []);
  const { value: ads, hasFailed } = useLoaded(ids?.length ? ids.join() : null, async (signal) => {
    const { boards } = await call(favoritesApi.listGuest, { query: { board_ids: [...(ids ?? [])] }, signal });
    return boards.map(toCard);
  });
  if (ids?.length === 0 || ads?.length === 0) return <EmptyList tab="favourite" />;
  if (hasFailed) return <ListFailed />;
  if (ads === null) return <AdGridSkeleton />;
  return (
    <>
      <p className={styles.found}>
        {t('my-ads.favourite.guest')}{' '}
        <Link to={`/auth?next=${encodeURIComponent('/ads?tab=favourite')}`}>{t('frame.signIn')}</Link>
      </p>
      <AdGrid ads={ads} hasHeart />
    </>
  );
}
