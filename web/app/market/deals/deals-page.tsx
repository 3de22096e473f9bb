import type { Deal, DealAction } from '@app/contract/market/deals';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { IconHeartHandshake, IconMessageCircle } from '@tabler/icons-react';
import { Link, useRevalidator } from 'react-router';
import { DEALS_PAGE_SIZE, dealsApi } from '#contract/market/deals';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn, pageHref } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PagedList } from '../../ui/list/paged-list.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import type { Route } from './+types/deals-page.ts';
import styles from './deals-page.module.css';
import { OfferCard } from './offer-card.tsx';

export const handle = { texts: ['deals', 'settings'] } satisfies PageHandle;

const PATH = '/profile/deals';

interface Loaded {
  page: number;
  deals: ResponseOf<typeof dealsApi.list> | null;
}

export async function loader(input: Route.LoaderArgs): Promise<Loaded> {
  const { page, loaded } = await loadOwn(
    input,
    (next) => pageHref(PATH, next),
    (call, page) => call(dealsApi.list, { query: { page, size: DEALS_PAGE_SIZE, running_first: 1 } }),
  );
  return { page, deals: loaded };
}

export default function DealsPage({ loaderData }: Route.ComponentProps) {
  return <Deals {...loaderData} />;
}

export function Deals({ page, deals }: Loaded) {
  const t = useText('deals');
  const isReplacing = useIsReplacing(PATH);
  return (
    <ProfileFrame title={t('deals.mine.title')}>
      <div aria-busy={isReplacing}>
        <PagedList
          path={PATH}
          page={page}
          size={DEALS_PAGE_SIZE}
          icon={IconHeartHandshake}
          rows={deals?.list}
          total={deals?.total}
          failed={t('deals.mine.failed')}
          empty={{
            title: t('deals.mine.empty.title'),
            text: t('deals.mine.empty.text'),
            children: (
              <Link to="/" className={button('primary')}>
                {t('deals.mine.empty.ads')}
              </Link>
            ),
          }}
        >
          {(list) => (
            <div className={styles.groups}>
              <Group name="running" deals={list.filter(isRunning)} />
              <Group name="ended" deals={list.filter((deal) => !isRunning(deal))} />
            </div>
          )}
        </PagedList>
      </div>
    </ProfileFrame>
  );
}

const isRunning = ({ offer: { deal_state } }: Deal): boolean => deal_state === 'offered' || deal_state === 'accepted';

function Group({ name, deals }: { name: 'running' | 'ended'; deals: readonly Deal[] }) {
  const t = useText('deals');
  if (deals.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={name}>
      <h2 id={name}>{t(`deals.mine.${name}`)}</h2>
      <ul className={styles.list}>
        {deals.map((deal) => (
          <li key={deal.id}>
            <DealItem deal={deal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the other person or the deal itself waits for. */
const TODO = { accept: 'answer', confirm: 'confirm', review: 'review' } as const;

function todoOf(actions: readonly DealAction[]): (typeof TODO)[keyof typeof TODO] | undefined {
  const action = (['accept', 'confirm', 'review'] as const).find((expected) => actions.includes(expected));
  return action && TODO[action];
}

function DealItem({ deal: { user_id, user_name, created, link, photo, offer } }: { deal: Deal }) {
  const t = useText('deals');
  const { revalidate } = useRevalidator();
  const todo = todoOf(offer.actions);
  return (
    <article className={styles.deal}>
      <header className={styles.head}>
        <span className={styles.who}>
          <small>
            {t(offer.role === 'seller' ? 'deals.mine.selling' : 'deals.mine.buying')} · {formatDate(created)}
          </small>
          <Link to={`/user/${user_id}`} className={styles.name}>
            {user_name}
          </Link>
        </span>
        <Link to={`/conversation/${user_id}`} className={button('plain', 'small')}>
          <IconMessageCircle size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('deals.mine.chat')}
        </Link>
      </header>
      {todo && <p className={styles.todo}>{t(`deals.mine.todo.${todo}`)}</p>}
      <OfferCard offer={offer} photo={photo} link={link} onChanged={() => void revalidate()} />
    </article>
  );
}
