import { IconRefresh } from 'virtual:icons';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Link } from 'react-router';
import { adOwnerApi } from '#contract/market/ad-owner';
import { call } from '../../../platform/call.ts';
import { formatDate, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './ad-stats.module.css';

type Stats = ResponseOf<typeof adOwnerApi.stats>;
type AdDay = Stats['days'][number];

const SERIES = ['views', 'favorites', 'messages', 'phones'] as const;
type Series = (typeof SERIES)[number];

const BAR = 8;
const STEP = 10;
const HEIGHT = 48;
/** Minimum height of a bar, so that a day without views is still visible. */
const FLOOR = 2;

function Bars({ days, series }: { days: readonly AdDay[]; series: Series }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const name = t(`my-ads.stats.${series}`);
  const total = days.reduce((sum, day) => sum + day[series], 0);
  const best = days.reduce<AdDay | undefined>((top, day) => (top && top[series] >= day[series] ? top : day), undefined);
  const max = best?.[series] ?? 0;
  const words =
    best && max > 0
      ? t('my-ads.stats.chart', { name, total, max, date: formatDate(best.day) })
      : t('my-ads.stats.chartNone', { name });
  const width = Math.max(1, days.length) * STEP - (STEP - BAR);
  return (
    <figure className={styles.figure}>
      <figcaption>
        <span>{name}</span>
        <b className="num">{formatNumber(lang, total)}</b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words}>
        {days.map((day, index) => {
          const height = day[series] === 0 ? FLOOR : Math.max(4, (day[series] / max) * HEIGHT);
          return (
            <rect
              key={day.day}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={1.5}
              data-none={day[series] === 0 || undefined}
            >
              <title>{`${formatDate(day.day)}: ${day[series]}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}

function Table({ days }: { days: readonly AdDay[] }) {
  const t = useText('my-ads');
  return (
    <details className={styles.table}>
      <summary>{t('my-ads.stats.table')}</summary>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('my-ads.stats.day')}</th>
              {SERIES.map((series) => (
                <th key={series} scope="col">
                  {t(`my-ads.stats.${series}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDate(day.day)}</th>
                {SERIES.map((series) => (
                  <td key={series} className="num">
                    {day[series]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Reveals({ reveals }: Pick<Stats, 'reveals'>) {
  const t = useText('my-ads');
  return (
    <section>
      <h3 className={styles.subtitle}>{t('my-ads.stats.reveals')}</h3>
      {reveals.length === 0 ? (
        <p className="dim">{t('my-ads.stats.reveals.none')}</p>
      ) : (
        <ul className={styles.people}>
          {reveals.map(({ user, timestamp }) => (
            <li key={`${user.id} ${timestamp}`}>
              <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={32} />
              <Link to={`/user/${user.id}`} className={`clip1 ${styles.person}`}>
                {`${user.firstname} ${user.lastname}`.trim()}
              </Link>
              <time dateTime={timestamp} className="dim num">
                {formatDate(timestamp)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function AdStats({ adId }: { adId: number }) {
  const t = useText('my-ads');
  const load = (signal: AbortSignal) => call(adOwnerApi.stats, { params: { id: adId }, signal });
  const { value: stats, hasFailed, retry } = useLoaded(adId, load);

  if (hasFailed) {
    return (
      <div className={styles.failed} role="alert">
        <p>{t('my-ads.stats.failed')}</p>
        <button type="button" className={button('plain', 'small')} onClick={retry}>
          <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('frame.retry')}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.stats} aria-busy={stats === null}>
      <p className="dim">{t('my-ads.stats.period', { days: stats?.days.length ?? 30 })}</p>
      <div className={styles.charts}>
        {SERIES.map((series) =>
          stats ? (
            <Bars key={series} days={stats.days} series={series} />
          ) : (
            <span key={series} className={styles.bone} aria-hidden="true" />
          ),
        )}
      </div>
      {stats && (
        <>
          <Table days={stats.days} />
          <Reveals reveals={stats.reveals} />
        </>
      )}
    </div>
  );
}
