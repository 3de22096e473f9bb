import type { Complaint } from '@app/contract/trust/complaints';
import { useState } from 'react';
import { Link, useRevalidator, useRouteLoaderData } from 'react-router';
import { complaintsApi } from '#contract/trust/complaints';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../root.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/complains-page.ts';
import { AdminPage } from './frame/admin-page.tsx';
import { mayDo, orFailed, staffHost } from './frame/staff-host.ts';
import { useStaffSubmit } from './frame/use-staff-submit.ts';
import { reasonLabel } from './queue/case-labels.ts';
import { type AdminColumn, AdminTable } from './table/admin-table.tsx';
import { RowButtons } from './table/row-buttons.tsx';
import { parseTableQuery, requireInside } from './table/table-query.ts';
import { TableTools } from './table/table-tools.tsx';

export const handle = { texts: ['admin', 'moderation', 'complaints', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'complaints.read');
  const table = parseTableQuery(new URL(input.request.url).searchParams);
  const { search, page, size } = table;
  const list = await orFailed(callApi(complaintsApi.list, { query: { search, size, offset: (page - 1) * size } }));
  requireInside(input.request, table, list?.total);
  return { list };
}

export default function ComplainsPage({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText('moderation', 'complaints');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const [leaving, setLeaving] = useState<Complaint | null>(null);
  return (
    <AdminPage title={t('moderation.complains')} total={list?.total}>
      <TableTools search={t('moderation.complains.search')} loaded={list} />
      <AdminTable
        caption={t('moderation.complains')}
        columns={columnsOf(t)}
        rows={list?.complains ?? null}
        total={list?.total ?? 0}
        idOf={({ id }) => id}
        actions={(row) => (
          <RowButtons
            name={row.board_name || row.complain_name}
            onRemove={mayDo(viewer, 'complaints.decide') ? () => setLeaving(row) : undefined}
          />
        )}
      />
      {leaving !== null && <DeleteDialog id={leaving.id} onClose={() => setLeaving(null)} />}
    </AdminPage>
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

function DeleteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('moderation', 'admin');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useStaffSubmit();
  const remove = (): Promise<void> =>
    submit(async () => {
      await call(complaintsApi.remove, { params: { id } });
      toast.success(t('moderation.complains.deleted'));
      onClose();
      await revalidate();
    });
  return (
    <ConfirmDialog
      question={t('moderation.complains.delete')}
      verb={t('admin.remove')}
      isSending={isSending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {t('moderation.complains.delete.text')}
    </ConfirmDialog>
  );
}
