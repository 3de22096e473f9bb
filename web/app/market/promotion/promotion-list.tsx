import type { Promotion } from '@app/contract/market/promotion';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { useState } from 'react';
import { Link } from 'react-router';
import { promotionApi } from '#contract/market/promotion';
import { call } from '../../platform/call.ts';
import { formatDate, formatDateTime, formatKopecks, formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { useLoaded } from '../../platform/use-loaded.ts';
import { button } from '../../ui/button.ts';
import styles from './promotion.module.css';

type Report = ResponseOf<typeof promotionApi.report>;

export function PromotionList({ promotions }: { promotions: readonly Promotion[] }) {
  const t = useText('promotion');
  return (
    <section className={styles.history} aria-labelledby="promotion-history">
      <h2 id="promotion-history">{t('promotion.history')}</h2>
      <PromotionRows promotions={promotions} />
    </section>
  );
}

export function PromotionRows({ promotions, areNamed }: { promotions: readonly Promotion[]; areNamed?: boolean }) {
  return (
    <ul className={styles.rows}>
      {promotions.map((promotion) => (
        <li key={promotion.id} id={`promotion-${promotion.id}`}>
          <PromotionRow promotion={promotion} isNamed={areNamed === true} />
        </li>
      ))}
    </ul>
  );
}

function PromotionRow({ promotion, isNamed }: { promotion: Promotion; isNamed: boolean }) {
  const t = useText('promotion');
  const lang = useLanguage();
  const [wasOpened, setOpened] = useState(false);
  const load = () => call(promotionApi.report, { params: { id: promotion.id } });
  const { value: report, hasFailed, retry } = useLoaded(wasOpened ? promotion.id : null, load);
  const Heading = isNamed ? 'h2' : 'h3';
  const { kind, state, views, promised_views, bonus_back, board_id, board_title } = promotion;
  return (
    <article className={styles.row}>
      <header>
        <Heading>
          {!isNamed && t(`promotion.kind.${kind}`)}
          {isNamed && board_id === null && board_title}
          {isNamed && board_id !== null && (
            <Link to={`/ad/${board_id}`} className={styles.adLink}>
              {board_title}
            </Link>
          )}
        </Heading>
        <span className={styles.state} data-state={state}>
          {t(`promotion.state.${state}`)}
        </span>
      </header>
      {isNamed && <p>{t(`promotion.kind.${kind}`)}</p>}
      <p className="dim">
        {formatDateTime(promotion.starts)} – {formatDateTime(promotion.ends)} ·{' '}
        {formatKopecks(lang, promotion.price_kopecks)}
      </p>
      <p>
        {promised_views > 0
          ? t('promotion.views.of', { views, promised: promised_views })
          : t('promotion.views', { views })}
      </p>
      {promised_views > 0 && (
        <progress
          className={styles.meter}
          max={promised_views}
          value={Math.min(views, promised_views)}
          aria-label={t('promotion.views.of', { views, promised: promised_views })}
        />
      )}
      {bonus_back > 0 && (
        <p className={styles.back}>{t('promotion.back', { points: formatNumber(lang, bonus_back) })}</p>
      )}
      <details
        className={styles.report}
        onToggle={({ currentTarget }) => (currentTarget.open && hasFailed ? retry() : setOpened(true))}
      >
        <summary>{t('promotion.report')}</summary>
        {report ? (
          <ReportTable report={report} />
        ) : hasFailed ? (
          <p role="alert" className={styles.failed}>
            {t('promotion.report.failed')}
            <button type="button" className={button('plain', 'small')} onClick={retry}>
              {t('frame.retry')}
            </button>
          </p>
        ) : (
          <p className="dim">{t('frame.loading')}</p>
        )}
      </details>
    </article>
  );
}

function ReportTable({ report: { days, before_tenths } }: { report: Report }) {
  const t = useText('promotion');
  const lang = useLanguage();
  const sum = (of: 'promoted' | 'other'): string =>
    formatNumber(
      lang,
      days.reduce((total, day) => total + day[of], 0),
    );
  return (
    <>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('promotion.report.day')}</th>
              <th scope="col">{t('promotion.report.promoted')}</th>
              <th scope="col">{t('promotion.report.other')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, promoted, other }) => (
              <tr key={day}>
                <th scope="row" className="num">
                  {formatDate(day)}
                </th>
                <td className="num">{formatNumber(lang, promoted)}</td>
                <td className="num">{formatNumber(lang, other)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('promotion.report.total')}</th>
              <td className="num">{sum('promoted')}</td>
              <td className="num">{sum('other')}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="small">
        {before_tenths === null
          ? t('promotion.report.noBefore')
          : t('promotion.report.before', { views: formatNumber(lang, before_tenths / 10) })}{' '}
        {t('promotion.report.how')}
      </p>
    </>
  );
}
