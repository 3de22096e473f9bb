import type { StaffAnnouncement } from '@app/contract/staff/operations';
import { useState } from 'react';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, timeColumn } from '../table/cells.tsx';
import { tableLoader } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/announcements-page.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';

export const handle = { texts: ['admin', 'operations', 'errors'], frame: false } satisfies PageHandle;

export const loader = tableLoader('announcements.edit', (callApi, { page, size }) =>
  callApi(operationsApi.listAnnouncements, { query: { page, size } }),
);

const STATE_COLORS = { planned: 'warning', shown: 'good', over: undefined } as const;
const LEVEL_COLORS = { info: undefined, warning: 'warning', critical: 'bad' } as const;

export default function AnnouncementsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('operations');
  const [edited, setEdited] = useState<StaffAnnouncement | 'new' | null>(null);
  const addButton = (
    <button type="button" className={button('primary')} onClick={() => setEdited('new')}>
      {t('operations.announcements.add')}
    </button>
  );
  return (
    <StaffList
      title={t('operations.announcements')}
      total={loaded?.total}
      pageActions={addButton}
      hasTools={false}
      columns={useColumns()}
      rows={loaded?.announcements ?? null}
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
      {edited && <AnnouncementDialog announcement={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </StaffList>
  );
}

const textOfRow = ({ texts }: StaffAnnouncement): string => texts.ru ?? '';

function useColumns(): AdminColumn<StaffAnnouncement>[] {
  const t = useText('operations');
  return [
    nameColumn('text', t('operations.text'), (row) => (
      <Lines>
        {textOfRow(row)}
        {row.url !== '' && <small>{row.url}</small>}
      </Lines>
    )),
    column('level', t('operations.level'), ({ level }) => (
      <StatusBadge color={LEVEL_COLORS[level]}>{t(`operations.level.${level}`)}</StatusBadge>
    )),
    timeColumn('from', t('operations.from'), ({ starts }) => starts),
    timeColumn('until', t('operations.until'), ({ ends }) => ends, t('operations.endless')),
    column('state', t('operations.state'), ({ state }) => (
      <StatusBadge color={STATE_COLORS[state]}>{t(`operations.state.${state}`)}</StatusBadge>
    )),
  ];
}
