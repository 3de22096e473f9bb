import { IconChecks, IconSearchOff } from 'virtual:icons';
import type { Case } from '@app/contract/trust/cases';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { parseTableQuery, useTableAddress } from '../table/table-query.ts';
import type { Selection } from '../table/use-selection.ts';
import { formatTimeLeft, objectLabel, reasonLabel } from './case-labels.ts';
import styles from './queue.module.css';

interface QueueListProps {
  list: { cases: Case[]; total: number } | null;
  chosenId: number | undefined;
  viewerId: number | undefined;
  now: string;
  size: number;
  hrefOf: (id: number) => string;
  selection: Selection;
}

export function QueueList({ list, chosenId, viewerId, now, size, hrefOf, selection }: QueueListProps) {
  const t = useText('moderation', 'admin');
  const { address, page: current, hrefOf: tableHrefOf } = useTableAddress();
  if (list === null) return <LoadFailed title={t('admin.failed')} />;
  if (list.cases.length === 0) return <NothingWaits address={address} />;
  return (
    <div className={styles.listBox}>
      <ul className={styles.list}>
        {list.cases.map((one) => (
          <li key={one.id} className={styles.row} data-chosen={one.id === chosenId || undefined}>
            {one.state !== 'resolved' && (
              <input
                type="checkbox"
                aria-label={t('admin.select.one', { name: titleOf(one) })}
                checked={selection.selected.has(one.id)}
                onChange={(event) => selection.choose([one.id], event.currentTarget.checked)}
              />
            )}
            <CaseLink one={one} isChosen={one.id === chosenId} viewerId={viewerId} now={now} href={hrefOf(one.id)} />
          </li>
        ))}
      </ul>
      <Pagination
        current={current}
        count={Math.ceil(list.total / size)}
        hrefOf={(page) => tableHrefOf({ page, case: null })}
      />
    </div>
  );
}

/** The message that all work is done is shown only without filters. */
function NothingWaits({ address }: { address: URLSearchParams }) {
  const t = useText('moderation', 'admin');
  const { search } = parseTableQuery(address);
  if (search === '' && !address.has('show') && !address.has('kind')) {
    return (
      <Notice
        icon={<IconChecks size={40} stroke={1.5} />}
        title={t('moderation.empty.title')}
        text={t('moderation.empty.text')}
      />
    );
  }
  return (
    <Notice
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={search === '' ? t('admin.empty') : t('admin.nothing', { search })}
    />
  );
}

const titleOf = ({ evidence, about, object }: Case): string => evidence.title || about?.name || object;

interface CaseLinkProps {
  one: Case;
  isChosen: boolean;
  viewerId: number | undefined;
  now: string;
  href: string;
}

function CaseLink({ one, isChosen, viewerId, now, href }: CaseLinkProps) {
  const t = useText('moderation', 'complaints');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { kind, object, reason, signals, hidden, state, taken_by, outcome } = one;
  const { text: timeText, urgency } = formatTimeLeft(t, one, now);
  return (
    <Link ref={link} to={href} preventScrollReset className={styles.case} aria-current={isChosen || undefined}>
      <span className={styles.kind}>
        {t(`moderation.kind.${kind}`)} · {objectLabel(t, object)}
      </span>
      <strong className={styles.title}>{titleOf(one)}</strong>
      <span className={styles.meta}>
        <span>{reasonLabel(t, reason)}</span>
        {signals > 1 && <span>{t('moderation.signals', { kind, count: signals })}</span>}
        {hidden === 1 && <span className={styles.badge}>{t('moderation.hidden')}</span>}
        {state === 'reopened' && <span className={styles.badge}>{t('moderation.state.reopened')}</span>}
        {taken_by !== null && (
          <span className={styles.badge} data-mine={taken_by.id === viewerId || undefined}>
            {taken_by.id === viewerId ? t('moderation.taken.me') : t('moderation.taken.by', { name: taken_by.name })}
          </span>
        )}
      </span>
      {state === 'resolved' ? (
        <span className={styles.left}>{outcome !== '' && t(`moderation.action.${outcome}`)}</span>
      ) : (
        <span className={styles.left} data-tone={urgency || undefined}>
          {timeText}
        </span>
      )}
    </Link>
  );
}
