import { IconFileImport } from 'virtual:icons';
import type { SellerFeed } from '@app/contract/market/seller-feeds';
import { useEffect, useEffectEvent, useState } from 'react';
import { sellerFeedsApi } from '#contract/market/seller-feeds';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { RetryNotice } from '../../ui/list/paged-list.tsx';
import type { Route } from './+types/feed-page.ts';
import styles from './feed.module.css';
import { FeedForm } from './feed-form.tsx';
import { FeedReport } from './feed-report.tsx';

export const handle = { texts: ['settings', 'seller-feed'] } satisfies PageHandle;

const PATH = '/profile/seller/feed';
const POLL_MS = 1500;

export async function loader(input: Route.LoaderArgs): Promise<{ loaded: { feed: SellerFeed | null } | null }> {
  const { loaded } = await loadOwn(input, PATH, (ask) => ask(sellerFeedsApi.get));
  return { loaded };
}

export default function FeedPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('seller-feed');
  return (
    <ProfileFrame title={t('seller-feed.title')}>
      {loaded === null ? (
        <RetryNotice icon={IconFileImport} title={t('seller-feed.failed')} to={PATH} reloadDocument />
      ) : (
        <FeedImport known={loaded.feed} />
      )}
    </ProfileFrame>
  );
}

export function FeedImport({ known }: { known: SellerFeed | null }) {
  const t = useText('seller-feed');
  const [feed, setFeed] = useState(known);
  const { isSending, submit } = useSubmit();
  const isRunning = feed?.state === 'running';

  const refresh = useEffectEvent(async (): Promise<void> => {
    try {
      setFeed((await call(sellerFeedsApi.get)).feed);
    } catch {
      // The next turn asks again.
    }
  });
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  const run = (id: number): Promise<void> =>
    submit(async () => setFeed((await call(sellerFeedsApi.run, { params: { id } })).feed));

  return (
    <>
      <p className={styles.intro}>{t('seller-feed.intro')}</p>
      <FeedForm isDisabled={isRunning} onChecked={setFeed} />
      {feed !== null && <FeedReport feed={feed} isSending={isSending} onRun={() => void run(feed.id)} />}
    </>
  );
}
