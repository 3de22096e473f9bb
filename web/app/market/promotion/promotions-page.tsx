import { IconTrendingUp } from 'virtual:icons';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Link, redirect } from 'react-router';
import { MY_PROMOTIONS_PATH, PROMOTION_PAGE_SIZE, promotionApi } from '#contract/market/promotion';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/promotions-page.ts';
import styles from './promotion.module.css';
import { PromotionRows } from './promotion-list.tsx';

export const handle = { texts: ['promotion', 'settings'] } satisfies PageHandle;

interface Loaded {
  page: number;
  promotions: ResponseOf<typeof promotionApi.list> | null;
}

const hrefOf = (page: number): string => (page > 1 ? `${MY_PROMOTIONS_PATH}?page=${page}` : MY_PROMOTIONS_PATH);

export async function loader({ url, context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, viewer } = context.get(hostContext);
  const asked = Number(url.searchParams.get('page'));
  const page = Number.isInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(hrefOf(page))}`);
  try {
    return { page, promotions: await call(promotionApi.list, { query: { page } }) };
  } catch (error) {
    if (isApiError(error)) return { page, promotions: null };
    throw error;
  }
}

export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  return <Promotions {...loaderData} />;
}

export function Promotions({ page, promotions }: Loaded) {
  const t = useText('promotion');
  return (
    <ProfileFrame title={t('promotion.title')}>
      {promotions === null ? (
        <Notice tone="berry" icon={<IconTrendingUp size={40} stroke={1.5} />} title={t('promotion.mine.failed')}>
          <Link to={hrefOf(page)} className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      ) : promotions.total === 0 ? (
        <Notice
          icon={<IconTrendingUp size={40} stroke={1.5} />}
          title={t('promotion.mine.empty')}
          text={t('promotion.mine.emptyText')}
        >
          <Link to="/ads" className={button('primary')}>
            {t('promotion.mine.ads')}
          </Link>
        </Notice>
      ) : (
        <div className={styles.mine}>
          {promotions.list.length === 0 ? (
            <p>
              {t('promotion.mine.past')}{' '}
              <Link to={MY_PROMOTIONS_PATH} className="link">
                {t('promotion.mine.first')}
              </Link>
            </p>
          ) : (
            <PromotionRows promotions={promotions.list} areNamed />
          )}
          <Pagination current={page} count={Math.ceil(promotions.total / PROMOTION_PAGE_SIZE)} hrefOf={hrefOf} />
        </div>
      )}
    </ProfileFrame>
  );
}
