import type { StaffAnnouncement } from '@app/contract/staff/operations';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { loadTable } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/announcements-page.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import styles from './operations.module.css';

export const handle = { texts: ['admin', 'operations', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const found = await loadTable(input, 'announcements.edit', (callApi, { page, size }) =>
    callApi(operationsApi.listAnnouncements, { query: { page, size } }),
  );
  return { found };
}

const STATE_COLORS = { planned: 'warning', shown: 'good', over: undefined } as const;
const LEVEL_COLORS = { info: undefined, warning: 'warning', critical: 'bad' } as const;

export default function AnnouncementsPage({ loaderData: { found } }: Route.ComponentProps) {
  const t = useText('operations');
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<StaffAnnouncement | 'new' | null>(null);
  const addButton = (
    <button type="button" className={button('primary')} onClick={() => setEdited('new')}>
      {t('operations.announcements.add')}
    </button>
  );
  return (
    <StaffList
      title={t('operations.announcements')}
      total={found?.total}
      pageActions={addButton}
      hasTools={false}
      columns={useColumns()}
      rows={found?.announcements ?? null}
      idOf={({ id }) => id}
      empty={{ title: t('operations.announcements.empty'), text: t('operations.announcements.emptyText') }}
      actions={(row, onRemove) => (
        <RowButtons name={textOfRow(row)} onEdit={() => setEdited(row)} onRemove={onRemove} />
      )}
      removal={{
        question: () => t('operations.announcements.remove'),
        text: textOfRow,
        verb: t('operations.announcements.removeVerb'),
        done: t('operations.announcements.removed'),
        remove: ({ id }) => call(operationsApi.removeAnnouncement, { params: { id } }),
      }}
    >
      {edited && (
        <AnnouncementDialog
          announcement={edited === 'new' ? null : edited}
          onSaved={() => void revalidate()}
          onClose={() => setEdited(null)}
        />
      )}
    </StaffList>
  );
}

const textOfRow = ({ texts }: StaffAnnouncement): string => texts.ru ?? '';

function useColumns(): AdminColumn<StaffAnnouncement>[] {
  const t = useText('operations');
  return [
    {
      key: 'text',
      title: t('operations.text'),
      isName: true,
      render: (row) => (
        <span className={`${styles.two} ${styles.words}`}>
          {textOfRow(row)}
          {row.url !== '' && <small>{row.url}</small>}
        </span>
      ),
    },
    {
      key: 'level',
      title: t('operations.level'),
      render: ({ level }) => <StatusBadge color={LEVEL_COLORS[level]}>{t(`operations.level.${level}`)}</StatusBadge>,
    },
    {
      key: 'from',
      title: t('operations.from'),
      isNumber: true,
      render: ({ starts }) => <time dateTime={starts}>{formatDateTime(starts)}</time>,
    },
    {
      key: 'until',
      title: t('operations.until'),
      isNumber: true,
      render: ({ ends }) =>
        ends === null ? t('operations.endless') : <time dateTime={ends}>{formatDateTime(ends)}</time>,
    },
    {
      key: 'state',
      title: t('operations.state'),
      render: ({ state }) => <StatusBadge color={STATE_COLORS[state]}>{t(`operations.state.${state}`)}</StatusBadge>,
    },
  ];
}
