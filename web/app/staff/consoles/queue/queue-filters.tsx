import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { casesApi } from '@app/contract/trust/cases';
import { Link } from 'react-router';
import { CASE_KINDS } from '#contract/trust/cases';
import { useText } from '../../../platform/i18n.tsx';
import { useTableAddress } from '../table/table-query.ts';
import styles from './queue.module.css';

const SHOWN = ['all', 'mine', 'overdue', 'done'] as const;

interface QueueFiltersProps {
  counts: ResponseOf<typeof casesApi.counts> | null;
}

export function QueueFilters({ counts }: QueueFiltersProps) {
  const t = useText('moderation');
  const { address, hrefOf: tableHrefOf, go } = useTableAddress();
  const present = SHOWN.find((one) => one === address.get('show')) ?? 'all';
  const countOf = { all: counts?.waiting, mine: counts?.mine, overdue: counts?.overdue, done: undefined };
  const hrefOf = (show: string): string => tableHrefOf({ show: show === 'all' ? null : show, case: null });
  return (
    <>
      <nav className={styles.shown} aria-label={t('moderation.filter')}>
        {SHOWN.map((one) => (
          <Link key={one} to={hrefOf(one)} aria-current={one === present ? 'page' : undefined}>
            {t(`moderation.filter.${one}`)}
            {countOf[one] !== undefined && <span className={styles.count}>{countOf[one]}</span>}
          </Link>
        ))}
      </nav>
      <label className={styles.kinds}>
        <span className="sr">{t('moderation.kind')}</span>
        <select
          value={address.get('kind') ?? ''}
          onChange={(event) => go({ kind: event.currentTarget.value, case: null })}
        >
          <option value="">
            {t('moderation.kind')}: {t('moderation.filter.all')}
          </option>
          {CASE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`moderation.kind.${kind}`)}
              {counts !== null && counts.kinds[kind] > 0 ? ` (${counts.kinds[kind]})` : ''}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
