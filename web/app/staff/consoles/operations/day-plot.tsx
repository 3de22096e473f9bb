import { useText } from '../../../platform/i18n.tsx';
import styles from './dashboard.module.css';

interface DayPlotProps {
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
export function DayPlot({ name, days, values, format }: DayPlotProps) {
  const t = useText('operations');
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  const max = Math.max(...known, 0);
  return (
    <figure className={styles.plot}>
      <figcaption className={styles.caption}>
        <span>{name}</span>
        <strong>{last === undefined ? '–' : format(last)}</strong>
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
