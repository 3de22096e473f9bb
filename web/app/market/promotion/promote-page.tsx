import { IconTrendingUp } from 'virtual:icons';
import { Link, redirect } from 'react-router';
import { AD_TITLE_IN_BREADCRUMBS } from '#contract/market/ads';
import { promotionApi } from '#contract/market/promotion';
import { paymentsApi } from '#contract/money/payments';
import { cut } from '../../platform/format/format.ts';
import { hostContext, orMissing } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/promote-page.ts';
import styles from './promotion.module.css';
import { PromotionChoice } from './promotion-form.tsx';
import { PromotionList } from './promotion-list.tsx';

export const handle = { texts: ['promotion'] } satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=/ad/${params.board_id}/promote`);
  const [offer, { balance_kopecks, bonus_points }] = await Promise.all([
    orMissing(call(promotionApi.offer, { params: { id: params.board_id } })),
    call(paymentsApi.ledger, { query: { size: 1 } }),
  ]);
  return { offer, purse: { balanceKopecks: balance_kopecks, points: bonus_points } };
}

export default function PromotePage({ loaderData: { offer, purse: balance } }: Route.ComponentProps) {
  const t = useText('promotion');
  const { board, promotions } = offer;
  return (
    <div className="wrap">
      <PageHead title={`${t('promotion.title')} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs
        items={[
          { text: t('promotion.ads'), to: '/ads' },
          { text: cut(board.board_title, AD_TITLE_IN_BREADCRUMBS), to: `/ad/${board.board_id}` },
          { text: t('promotion.title') },
        ]}
      />
      <h1 className={styles.title}>{t('promotion.title')}</h1>
      {offer.promotable === 1 ? (
        // A purchase resets the form.
        <PromotionChoice key={promotions[0]?.id ?? 0} offer={offer} balance={balance} />
      ) : (
        <Notice
          icon={<IconTrendingUp size={40} stroke={1.5} />}
          title={t('promotion.hidden.title')}
          text={t('promotion.hidden.text')}
        >
          <Link to={`/ad/${board.board_id}`} className={button('light')}>
            {t('promotion.hidden.back')}
          </Link>
        </Notice>
      )}
      {promotions.length > 0 && <PromotionList promotions={promotions} />}
    </div>
  );
}
