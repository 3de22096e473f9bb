import type { Feedback } from '@app/contract/staff/feedback';
import { IconMessageReply } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router';
import { feedbackApi } from '#contract/staff/feedback';
import { call } from '../../../platform/call.ts';
import { cut, formatDateTime, formatNumber } from '../../../platform/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../root.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { RowButton, RowButtons } from '../table/row-buttons.tsx';
import { callQuery, parseTableQuery, requireInside } from '../table/table-query.ts';
import { CsvLink, TableTools } from '../table/table-tools.tsx';
import type { Route } from './+types/feedback-table-page.ts';

export const handle = { texts: ['admin', 'feedback'], frame: false } satisfies PageHandle;

const TEXT_SHOWN = 160;
const SORTS = ['timestamp', 'user_name', 'email', 'count'] as const;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'feedback.read');
  const query = parseTableQuery(new URL(input.request.url).searchParams);
  const loaded = await orFailed(call(feedbackApi.list, { query: callQuery(query, SORTS) }));
  requireInside(input.request, query, loaded?.total);
  return { loaded };
}

export default function FeedbackTablePage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'feedback');
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const mayAnswer = mayDo(useRouteLoaderData<RootData>('root')?.viewer, 'feedback.answer');
  const [leaving, setLeaving] = useState<Feedback | null>(null);
  const { isSending, submit } = useStaffSubmit();
  const remove = ({ user_id }: Feedback) =>
    submit(async () => {
      await call(feedbackApi.remove, { params: { user_id } });
      setLeaving(null);
      await revalidate();
    });
  return (
    <AdminPage
      title={t('feedback.staff.title')}
      total={loaded?.total}
      actions={<CsvLink path="/api/feedback/export.csv" />}
    >
      <TableTools search={t('feedback.staff.search')} loaded={loaded} />
      <AdminTable
        caption={t('feedback.staff.title')}
        columns={useColumns()}
        rows={loaded?.feedbacks ?? null}
        total={loaded?.total ?? 0}
        idOf={({ user_id }) => user_id}
        order={{ sort: 'timestamp', order: 'desc' }}
        actions={(row) => (
          <>
            <RowButton
              icon={IconMessageReply}
              label={t('feedback.staff.open', { name: row.user_name })}
              onPress={() => void navigate(`/admin/feedback/${row.user_id}`)}
            />
            {mayAnswer && <RowButtons name={row.user_name} onRemove={() => setLeaving(row)} />}
          </>
        )}
      />
      {leaving !== null && (
        <ConfirmDialog
          question={t('feedback.staff.remove', { name: leaving.user_name })}
          verb={t('admin.remove')}
          isSending={isSending}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('feedback.staff.remove.text')}
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}

function useColumns(): AdminColumn<Feedback>[] {
  const t = useText('feedback');
  const lang = useLanguage();
  return [
    {
      key: 'user_name',
      title: t('feedback.staff.from'),
      isSorted: true,
      isName: true,
      render: ({ user_id, user_name }) => <Link to={`/admin/feedback/${user_id}`}>{user_name}</Link>,
    },
    { key: 'email', title: 'E-mail', isSorted: true, render: ({ email }) => email },
    {
      key: 'message',
      title: t('feedback.message'),
      render: ({ message, unread, answered }) => (
        <>
          {cut(message, TEXT_SHOWN)} {unread > 0 && <b>{t('feedback.staff.new', { count: unread })}</b>}
          {unread === 0 && answered === 1 && <small>{t('feedback.staff.answered')}</small>}
        </>
      ),
    },
    {
      key: 'count',
      title: t('feedback.staff.count'),
      isSorted: true,
      isNumber: true,
      render: ({ count }) => formatNumber(lang, count),
    },
    {
      key: 'timestamp',
      title: t('feedback.staff.at'),
      isSorted: true,
      isNumber: true,
      render: ({ timestamp }) => formatDateTime(timestamp),
    },
  ];
}
