import type { FeedAction, FeedRow, SellerFeed } from '@app/contract/market/seller-feeds';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import type { Text } from '../../platform/texts.ts';
import { button } from '../../ui/button.ts';
import styles from './feed.module.css';

const COUNTED = ['refuse', 'create', 'change', 'archive', 'same'] as const satisfies readonly FeedAction[];

interface FeedReportProps {
  feed: SellerFeed;
  isSending: boolean;
  onRun: () => void;
}

export function FeedReport({ feed, isSending, onRun }: FeedReportProps) {
  const t = useText('seller-feed');
  const { counts, state } = feed;
  const total = counts.create + counts.change + counts.archive;
  // What needs the seller comes first; what stays as it is needs no line.
  const rows = COUNTED.flatMap((action) =>
    action === 'same'
      ? []
      : feed.rows.filter((row) => row.action === action).map((row, at) => ({ row, key: `${action} ${at}` })),
  );
  return (
    <section className={styles.report} aria-labelledby="report">
      <h2 id="report">{t(state === 'checked' ? 'seller-feed.report' : `seller-feed.report.${state}`)}</h2>
      <ul className={styles.counts}>
        {COUNTED.filter((action) => counts[action] > 0).map((action) => (
          <li key={action} data-action={action}>
            {t(`seller-feed.count.${action}`, { count: counts[action] })}
          </li>
        ))}
      </ul>
      <p className={styles.progress} role="status">
        {state !== 'checked' && t('seller-feed.progress', { done: counts.done, total })}
        {state === 'checked' && total === 0 && counts.refuse === 0 && t('seller-feed.nothing')}
      </p>
      {state === 'checked' && total > 0 && (
        <button type="button" className={button('primary')} disabled={isSending} onClick={onRun}>
          {t('seller-feed.run.do', { ads: t('seller-feed.run', { count: total }) })}
        </button>
      )}
      <ul className={styles.rows}>
        {rows.map(({ row, key }) => (
          <Row key={key} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row }: { row: FeedRow }) {
  const t = useText('seller-feed');
  const { action, result, title, board_id: id } = row;
  const label =
    result === 'refused'
      ? t('seller-feed.result.refused')
      : result === 'done' && action !== 'refuse' && action !== 'same'
        ? t(`seller-feed.result.${action}`)
        : t(`seller-feed.action.${action === 'same' ? 'change' : action}`);
  const name = title || t('seller-feed.untitled');
  return (
    <li data-action={result === 'refused' ? 'refuse' : action}>
      <span className={styles.badge}>{label}</span>
      <div className={styles.words}>
        {id === null ? <b>{name}</b> : <Link to={`/ad/${id}`}>{name}</Link>}
        <p>{describe(row, t).join(' · ')}</p>
      </div>
    </li>
  );
}

const FIELDS = [
  ...['external_id', 'board_title', 'board_description', 'board_price', 'board_kind', 'board_price_period'],
  ...['board_swap_for', 'board_return_on', 'board_enabled', 'category', 'country', 'city', 'board_district'],
];

function describe(row: FeedRow, t: Text<'seller-feed'>): string[] {
  const fieldName = (field: string): string =>
    FIELDS.includes(field) ? t(`seller-feed.field.${field}` as 'seller-feed.field.city') : field;
  const reason = row.reason as 'field' | null;
  return [
    ...(reason === null
      ? []
      : [t(`seller-feed.reason.${reason}`, { detail: reason === 'field' ? fieldName(row.detail) : row.detail })]),
    ...(row.fields.length > 0 ? [t('seller-feed.row.fields', { fields: row.fields.map(fieldName).join(', ') })] : []),
    ...(row.action === 'create' && row.category !== '' ? [row.category] : []),
    ...(row.photos > 0 ? [t('seller-feed.row.photos', { count: row.photos })] : []),
    ...(row.external_id === '' ? [] : [t('seller-feed.row.id', { id: row.external_id })]),
    ...(row.line > 0 ? [t('seller-feed.row.line', { line: row.line })] : []),
  ];
}
