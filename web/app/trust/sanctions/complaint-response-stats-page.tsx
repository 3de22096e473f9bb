import { IconClockCheck } from 'virtual:icons';
import { complaintResponseStatsApi } from '#contract/trust/sanctions';
import { formatNumber } from '../../platform/format/format.ts';
import { formatMonth } from '../../platform/format/format-time.ts';
import { hostContext } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/complaint-response-stats-page.ts';
import styles from './sanctions.module.css';

export const handle = { texts: ['measures'] } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(hostContext).call(complaintResponseStatsApi.get);
}

const HOUR_MINUTES = 60;

/** Public page of complaint response times by month, compared with the limit of the user agreement. */
export default function ComplaintResponseStatsPage({ loaderData: { hours, months } }: Route.ComponentProps) {
  const t = useText('measures');
  const lang = useLanguage();
  const [newest] = months;
  const formatDuration = (minutes: number | null): string => {
    if (minutes === null) return '–';
    if (minutes < HOUR_MINUTES) return t('measures.promise.minutes', { minutes });
    return t('measures.promise.hours', { hours: Math.round(minutes / HOUR_MINUTES) });
  };
  const columns: [title: string, textOf: (row: (typeof months)[number]) => string][] = [
    [t('measures.promise.received'), ({ received }) => formatNumber(lang, received)],
    [t('measures.promise.inTime'), ({ in_time }) => formatNumber(lang, in_time)],
    [t('measures.promise.share'), ({ percent }) => `${percent} %`],
    [t('measures.promise.median'), ({ median_minutes }) => formatDuration(median_minutes)],
  ];
  return (
    <div className={`wrap ${styles.alone}`}>
      <PageHead
        title={`${t('measures.promise.title', { hours })} · ${t('frame.name')}`}
        description={t('measures.promise.text', { hours })}
      />
      <h1>{t('measures.promise.title', { hours })}</h1>
      <p className={styles.lead}>{t('measures.promise.text', { hours })}</p>
      {newest === undefined ? (
        <Notice icon={<IconClockCheck size={40} stroke={1.5} />} title={t('measures.promise.empty')} />
      ) : (
        <>
          <p className={styles.figure}>
            <small>{formatMonth(lang, newest.month)}</small>
            {t('measures.promise.figure', { hours, percent: newest.percent })}
          </p>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('measures.promise.month')}</th>
                {columns.map(([title]) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {months.map((row) => (
                <tr key={row.month}>
                  <th scope="row">{formatMonth(lang, row.month)}</th>
                  {columns.map(([title, textOf]) => (
                    <td key={title} data-label={title}>
                      {textOf(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small">{t('measures.promise.note')}</p>
        </>
      )}
    </div>
  );
}
