import { IconHeartHandshake, IconMoodSmile } from 'virtual:icons';
import type { DealFigures } from '@app/contract/market/deals';
import { redirect, useRouteLoaderData, useSearchParams } from 'react-router';
import { dealsApi, REVIEWS_PAGE_SIZE } from '#contract/market/deals';
import { usersApi } from '#contract/people/users';
import { PersonTabs } from '../../../people/users/person-tabs.tsx';
import { formatRating } from '../../../platform/format/format.ts';
import { hostContext, orMissing, orNull } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../../ui/list/use-is-replacing.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { Route } from './+types/reviews-page.ts';
import { ReviewItem } from './review-item.tsx';
import styles from './reviews-page.module.css';

export const handle = { texts: ['deals', 'posts', 'comments'] } satisfies PageHandle;

/** At most six digits: a page beyond the end is empty. */
const PAGE = /^\d{1,6}$/;

function pageOf(query: URLSearchParams): number {
  const page = query.get('page') ?? '';
  return PAGE.test(page) ? Math.max(1, Number(page)) : 1;
}

const addressOf = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path);

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const { call } = host;
  const page = pageOf(url.searchParams);
  const id = params.user_id;
  const [person, reviews] = await Promise.all([
    orMissing(call(usersApi.get, { params: { id }, query: { phone: 'masked' } })),
    orNull(host, call(dealsApi.reviews, { params: { id }, query: { size: REVIEWS_PAGE_SIZE, page } })),
  ]);
  // One of the two blocked the other; the person's page shows what is possible.
  if (person.unavailable === 1) throw redirect(`/user/${person.id}`);
  return { person: { id: person.id, name: `${person.firstname} ${person.lastname}`.trim() }, reviews };
}

function Figures({ figures }: { figures: DealFigures }) {
  const t = useText('deals');
  const lang = useLanguage();
  const rating = figures.rating === null ? null : formatRating(lang, figures.rating);
  return (
    <>
      <p className={styles.figures}>
        {rating === null ? (
          <span className="dim">{t('deals.reviews.noRating')}</span>
        ) : (
          <>
            <span className={styles.rating}>
              <IconHeartHandshake size={22} stroke={ICON_STROKE} aria-hidden="true" />
              <span className="sr">{t('ads.deals.rating', { rating })}</span>
              <span aria-hidden="true">{rating}</span>
            </span>
            <span className="dim">{t('deals.reviews.count', { count: figures.count })}</span>
          </>
        )}
        {figures.deals > 0 && <span className="dim">{t('deals.reviews.deals', { count: figures.deals })}</span>}
      </p>
      {figures.left_out > 0 && <p className="dim">{t('deals.reviews.leftOut', { count: figures.left_out })}</p>}
      <p className={styles.explain}>{t('deals.reviews.explain')}</p>
    </>
  );
}

export default function ReviewsPage({ loaderData: { person, reviews } }: Route.ComponentProps) {
  const t = useText('deals');
  const root = useRouteLoaderData<RootData>('root');
  const [query] = useSearchParams();
  const page = pageOf(query);
  const path = `/user/${person.id}/reviews`;
  const isReplacing = useIsReplacing(path);
  return (
    <div className="wrap">
      <PageHead
        title={`${t('deals.reviews.title', { name: person.name })} · ${t('frame.name')}`}
        canonical={`${root?.publicUrl ?? ''}${addressOf(path, page)}`}
        noIndex={!reviews || reviews.list.length === 0}
      />
      <Breadcrumbs items={[{ text: person.name, to: `/user/${person.id}` }, { text: t('deals.reviews.heading') }]} />
      <PersonTabs userId={person.id} current="reviews" />
      <section aria-labelledby="reviews" aria-busy={isReplacing}>
        <header className={styles.head}>
          <h1 id="reviews">{t('deals.reviews.heading')}</h1>
          {reviews && <Figures figures={reviews.figures} />}
        </header>
        {reviews === null ? (
          <LoadFailed title={t('deals.reviews.failed')} />
        ) : reviews.list.length === 0 ? (
          <Notice
            icon={<IconMoodSmile size={40} stroke={1.5} />}
            title={t('deals.reviews.empty.title')}
            text={t('deals.reviews.empty.text')}
          />
        ) : (
          <div className={`card ${styles.sheet}`}>
            <ul className={styles.list}>
              {reviews.list.map((review) => (
                <ReviewItem key={review.id} review={review} isSignedIn={root?.viewer != null} />
              ))}
            </ul>
          </div>
        )}
        {reviews && (
          <Pagination
            current={page}
            count={Math.ceil(reviews.total / REVIEWS_PAGE_SIZE)}
            hrefOf={(to) => addressOf(path, to)}
          />
        )}
      </section>
    </div>
  );
}
