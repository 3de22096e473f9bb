import type { Metric } from '@app/contract/staff/operations';
import { useText } from '../../../platform/i18n.tsx';
import styles from './dashboard.module.css';

/** How the days of a metric make one number of the period; a sum where nothing stands here. */
const OVER_PERIOD: Partial<Record<Metric, 'average' | 'peak'>> = {
  activation_percent: 'average',
  return_1_percent: 'average',
  return_7_percent: 'average',
  return_30_percent: 'average',
  queue_age_seconds: 'peak',
  storage_bytes: 'peak',
  people_connected: 'peak',
  media_rooms: 'peak',
  media_people: 'peak',
};

function overPeriod(how: 'sum' | 'average' | 'peak', known: readonly number[]): number {
  if (how === 'peak') return Math.max(...known);
  const sum = known.reduce((total, value) => total + value, 0);
  return how === 'sum' ? sum : sum / known.length;
}

interface DayPlotProps {
  metric: Metric;
  name: string;
  /** `yyyy-mm-dd`, oldest first. */
  days: readonly string[];
  values: readonly (number | null)[];
  format: (value: number) => string;
}

const HEIGHT = 60;
const STEP = 10;
const GAP = 2;

/** Bar chart by days with an equivalent table for screen readers. */
export function DayPlot({ metric, name, days, values, format }: DayPlotProps) {
  const t = useText('operations');
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  const max = Math.max(...known, 0);
  const lastDay = days[values.findLastIndex((value) => value !== null)] ?? '';
  const how = OVER_PERIOD[metric] ?? 'sum';
  return (
    <figure className={styles.plot}>
      <figcaption className={styles.caption}>
        <span>{name}</span>
        <strong>{last === undefined ? '–' : format(last)}</strong>
        {last !== undefined && (
          <span>
            {lastDay === days.at(-1) ? t('operations.dashboard.today') : fullDay(lastDay)}
            {' / '}
            {t(`operations.dashboard.${how}`, {
              period: t('operations.dashboard.last', { count: days.length }),
              value: format(overPeriod(how, known)),
            })}
          </span>
        )}
      </figcaption>
      {last === undefined ? (
        <p className={styles.none}>{t('operations.dashboard.empty')}</p>
      ) : (
        <>
          <svg
            className={styles.bars}
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('operations.dashboard.plot', {
              name,
              min: format(Math.min(...known)),
              max: format(max),
              last: format(last),
            })}
          >
            {days.map((day, i) => (
              <Bar key={day} at={i} value={values[i] ?? null} max={max} />
            ))}
          </svg>
          <div className={styles.ends} aria-hidden="true">
            <span>{shortDay(days[0])}</span>
            <span>{shortDay(days.at(-1))}</span>
          </div>
          <details className={styles.behind}>
            <summary>{t('operations.dashboard.table')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
            <section className={styles.scroll} aria-label={name} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('operations.dashboard.day')}</th>
                    <th scope="col">{t('operations.dashboard.value')}</th>
                  </tr>
                </thead>
                <tbody>
                  {days
                    .map((day, i) => (
                      <tr key={day}>
                        <th scope="row">{fullDay(day)}</th>
                        <td>{typeof values[i] === 'number' ? format(values[i]) : '–'}</td>
                      </tr>
                    ))
                    .toReversed()}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
    </figure>
  );
}

/** A day with zero has a thin bar; a day without data has none. */
function Bar({ at, value, max }: { at: number; value: number | null; max: number }) {
  if (value === null) return null;
  const height = max === 0 ? 1 : Math.max(1, (value / max) * (HEIGHT - GAP));
  return <rect x={at * STEP + GAP / 2} y={HEIGHT - height} width={STEP - GAP} height={height} />;
}

const shortDay = (day = ''): string => day.slice(5).split('-').reverse().join('.');
const fullDay = (day: string): string => day.split('-').reverse().join('.');
