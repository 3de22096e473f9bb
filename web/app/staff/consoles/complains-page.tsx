import type { Complaint } from '@app/contract/trust/complaints';
import { Link } from 'react-router';
import { complaintsApi } from '#contract/trust/complaints';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/complains-page.ts';
import { useMayDo } from './frame/staff-host.ts';
import { reasonLabel } from './queue/case-labels.ts';
import type { AdminColumn } from './table/admin-table.tsx';
import { column, nameColumn } from './table/cells.tsx';
import { rowsOf, tableLoader } from './table/load-table.ts';
import { RowButtons } from './table/row-buttons.tsx';
import { StaffList } from './table/staff-list.tsx';

export const handle = { texts: ['admin', 'moderation', 'complaints', 'errors'], frame: false } satisfies PageHandle;

export const loader = tableLoader('complaints.read', (callApi, table) =>
  callApi(complaintsApi.list, { query: { search: table.search, ...rowsOf(table) } }),
);

export default function ComplainsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('moderation', 'complaints');
  const mayDecide = useMayDo('complaints.decide');
  return (
    <StaffList
      title={t('moderation.complains')}
      total={loaded?.total}
      search={t('moderation.complains.search')}
      columns={columnsOf(t)}
      rows={loaded?.complains ?? null}
      idOf={({ id }) => id}
      actions={(row, onRemove) => (
        <RowButtons name={row.board_name || row.complain_name} onRemove={mayDecide ? onRemove : undefined} />
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
  const linkTo = (to: string, id: number | null, text: string | null, none: string) =>
    id === null ? (
      none
    ) : (
      <Link to={`${to}${id}`} className="link">
        {text}
      </Link>
    );
  return [
    nameColumn('from', t('moderation.complains.from'), ({ user_id, user_name }) =>
      linkTo('/user/', user_id, user_name, '–'),
    ),
    column('about', t('moderation.complains.user'), ({ complain_id, complain_name }) =>
      linkTo('/user/', complain_id, complain_name, '–'),
    ),
    column('ad', t('moderation.complains.ad'), ({ board_id, board_name }) =>
      linkTo('/ad/', board_id, board_name, board_name || '–'),
    ),
    column('message', t('moderation.complains.message'), ({ reason, message }) => message || reasonLabel(t, reason)),
    column('case', t('moderation.complains.case'), ({ case_id, status }) =>
      linkTo(
        '/admin/queue?case=',
        case_id,
        t('moderation.case', { id: case_id ?? 0 }),
        t(`complaints.status.${status}`),
      ),
    ),
  ];
}
