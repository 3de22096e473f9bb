import type { Metric, Statistics } from '@app/contract/staff/operations';
import { formatDateTime, formatKopecks, formatMeasure, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { TabButtons } from '../table/address-filters.tsx';
import { useTableAddress } from '../table/table-query.ts';
import styles from './dashboard.module.css';
import { DayPlot } from './day-plot.tsx';
import { useUnitFormat } from './use-unit-format.ts';

const PERIODS = [7, 30, 90] as const;
type Period = (typeof PERIODS)[number];

/** Parses the period of the address. */
export const parsePeriod = (address: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === address.get('days')) ?? 30;

export function Dashboard({ statistics }: { statistics: Statistics | null }) {
  const t = useText('operations');
  const { address, hrefOf } = useTableAddress();
  const format = useMetricFormat();
  const period = parsePeriod(address);
  return (
    <section className={styles.dashboard} aria-label={t('operations.dashboard')}>
      <header className={styles.head}>
        <h2>{t('operations.dashboard')}</h2>
        <TabButtons
          label={t('operations.dashboard.days')}
          tabs={PERIODS.map((days) => ({
            to: hrefOf({ days: days === 30 ? null : days }),
            text: t('operations.dashboard.last', { count: days }),
            isCurrent: days === period,
          }))}
        />
      </header>
      {statistics === null && <LoadFailed title={t('operations.dashboard.empty')} />}
      {statistics?.counted === null && <p className={styles.none}>{t('operations.dashboard.none')}</p>}
      {statistics && statistics.counted !== null && (
        <>
          <div className={styles.plots}>
            {statistics.figures.map(({ name, values }) => (
              <DayPlot
                key={name}
                metric={name}
                name={t(`operations.figure.${name}`)}
                days={statistics.days}
                values={values}
                format={(value) => format(name, value)}
              />
            ))}
          </div>
          <p className={styles.none}>
            {t('operations.dashboard.counted', { date: formatDateTime(statistics.counted) })}
          </p>
        </>
      )}
      {statistics && <StreamLimit live={statistics.live} />}
    </section>
  );
}

/** How many streams run and may run, and which of it was measured. */
function StreamLimit({ live: { streams, watchers, rooms, rooms_max } }: { live: Statistics['live'] }) {
  const t = useText('operations');
  return (
    <section className={styles.streams} aria-labelledby="streams-limit">
      <h3 id="streams-limit">{t('operations.streams')}</h3>
      <p>{t('operations.streams.now', { streams, watchers })}</p>
      <p className={styles.none}>
        {rooms_max === null
          ? t('operations.streams.livekit')
          : t('operations.streams.limit', { rooms, max: rooms_max })}
      </p>
      <p className={styles.none}>{t('operations.dashboard.streamsLimit')}</p>
    </section>
  );
}

function useMetricFormat(): (name: Metric, value: number) => string {
  const lang = useLanguage();
  const { formatAge, formatSize } = useUnitFormat();
  return (name, value) => {
    switch (name) {
      case 'payments_kopecks':
        return formatKopecks(lang, value);
      case 'storage_bytes':
        return formatSize(value);
      case 'queue_age_seconds':
        return formatAge(value);
      case 'activation_percent':
      case 'return_1_percent':
      case 'return_7_percent':
      case 'return_30_percent':
        return formatMeasure(lang, Math.round(value), '%');
      default:
        return formatNumber(lang, Math.round(value));
    }
  };
}
