import type { Complaint } from '@app/contract/trust/complaints';
import { Link, useRouteLoaderData } from 'react-router';
import { complaintsApi } from '#contract/trust/complaints';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import type { Route } from './+types/complains-page.ts';
import { mayDo } from './frame/staff-host.ts';
import { reasonLabel } from './queue/case-labels.ts';
import type { AdminColumn } from './table/admin-table.tsx';
import { loadTable, rowsOf } from './table/load-table.ts';
import { RowButtons } from './table/row-buttons.tsx';
import { StaffList } from './table/staff-list.tsx';

export const handle = { texts: ['admin', 'moderation', 'complaints', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const list = await loadTable(input, 'complaints.read', (callApi, table) =>
    callApi(complaintsApi.list, { query: { search: table.search, ...rowsOf(table) } }),
  );
  return { list };
}

export default function ComplainsPage({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText('moderation', 'complaints');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  return (
    <StaffList
      title={t('moderation.complains')}
      total={list?.total}
      search={t('moderation.complains.search')}
      columns={columnsOf(t)}
      rows={list?.complains ?? null}
      idOf={({ id }) => id}
      actions={(row, onRemove) => (
        <RowButtons
          name={row.board_name || row.complain_name}
          onRemove={mayDo(viewer, 'complaints.decide') ? onRemove : undefined}
        />
      )}
      removal={{
        question: () => t('moderation.complains.delete'),
        text: () => t('moderation.complains.delete.text'),
        done: t('moderation.complains.deleted'),
        remove: ({ id }) => call(complaintsApi.remove, { params: { id } }),
      }}
    />
  );
}

function columnsOf(t: ReturnType<typeof useText<'moderation' | 'complaints'>>): AdminColumn<Complaint>[] {
  return [
    {
      key: 'from',
      title: t('moderation.complains.from'),
      isName: true,
      render: ({ user_id, user_name }) => (
        <Link to={`/user/${user_id}`} className="link">
          {user_name}
        </Link>
      ),
    },
    {
      key: 'about',
      title: t('moderation.complains.user'),
      render: ({ complain_id, complain_name }) =>
        complain_id === null ? (
          '–'
        ) : (
          <Link to={`/user/${complain_id}`} className="link">
            {complain_name}
          </Link>
        ),
    },
    {
      key: 'ad',
      title: t('moderation.complains.ad'),
      render: ({ board_id, board_name }) =>
        board_id === null ? (
          board_name || '–'
        ) : (
          <Link to={`/ad/${board_id}`} className="link">
            {board_name}
          </Link>
        ),
    },
    {
      key: 'message',
      title: t('moderation.complains.message'),
      render: ({ reason, message }) => message || reasonLabel(t, reason),
    },
    {
      key: 'case',
      title: t('moderation.complains.case'),
      isNumber: true,
      render: ({ case_id, status }) =>
        case_id === null ? (
          t(`complaints.status.${status}`)
        ) : (
          <Link to={`/admin/queue?case=${case_id}`} className="link">
            {t('moderation.case', { id: case_id })}
          </Link>
        ),
    },
  ];
}
