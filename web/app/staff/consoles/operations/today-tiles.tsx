import { IconAlertTriangle } from 'virtual:icons';
import type { Metric, Statistics } from '@app/contract/staff/operations';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatKopecks, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './dashboard.module.css';
import { useUnitFormat } from './use-unit-format.ts';

interface CaseCounts {
  waiting: number;
  overdue: number;
  oldest: string | null;
}

interface TodayTilesProps {
  /** Null for staff who decide nothing, and when the counts could not be loaded. */
  cases: CaseCounts | null;
  statistics: Statistics | null;
  now: number;
}

/** What cannot wait, before any plot: every tile leads to where it is dealt with. */
export function TodayTiles({ cases, statistics, now }: TodayTilesProps) {
  const t = useText('operations');
  const lang = useLanguage();
  const { formatAge } = useUnitFormat();
  const today = (name: Metric): number | null | undefined =>
    statistics?.figures.find((figure) => figure.name === name)?.values.at(-1);
  const [payments, kopecks, failures] = [today('payments'), today('payments_kopecks'), today('job_failures')];
  const tile = (to: string, name: string, value: ReactNode, isBad = false) => (
    <Link to={to} className={styles.tile} data-bad={isBad || undefined}>
      <span>{name}</span>
      <strong>{value}</strong>
    </Link>
  );
  return (
    <>
      <Warnings warnings={statistics?.warnings ?? []} />
      <div className={styles.tiles}>
        {cases && (
          <>
            {tile('/admin/queue', t('operations.today.queue'), formatNumber(lang, cases.waiting))}
            {tile(
              '/admin/queue',
              t('operations.today.age'),
              cases.oldest === null ? '–' : formatAge((now - Date.parse(cases.oldest)) / 1000),
            )}
            {tile(
              '/admin/queue?overdue=1',
              t('operations.today.overdue'),
              formatNumber(lang, cases.overdue),
              cases.overdue > 0,
            )}
          </>
        )}
        {typeof payments === 'number' &&
          tile(
            '/admin/payments',
            t('operations.today.payments'),
            `${formatNumber(lang, payments)} · ${formatKopecks(lang, kopecks ?? 0)}`,
          )}
        {typeof failures === 'number' &&
          tile('/admin/jobs', t('operations.today.failures'), formatNumber(lang, failures), failures > 0)}
      </div>
    </>
  );
}

/** What is about to break, which the administrators were told by bell and email as well. */
function Warnings({ warnings }: { warnings: Statistics['warnings'] }) {
  const t = useText('operations');
  if (warnings.length === 0) return null;
  return (
    <section className={styles.warnings} aria-labelledby="operation-warnings">
      <h2 id="operation-warnings">
        <IconAlertTriangle size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('operations.warnings')}
      </h2>
      <ul>
        {warnings.map(({ what, amount, since }) => (
          <li key={what}>
            {t('operations.warning', { what, amount })}{' '}
            <span className="small">{t('operations.warning.since', { date: formatDateTime(since) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
