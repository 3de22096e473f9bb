import { IconMessageReply } from 'virtual:icons';
import type { Feedback } from '@app/contract/staff/feedback';
import { Link, useNavigate } from 'react-router';
import { feedbackApi } from '#contract/staff/feedback';
import { call } from '../../../platform/call.ts';
import { cut, formatDateTime, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { useMayDo } from '../frame/staff-host.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, numberColumn } from '../table/cells.tsx';
import { tableLoader } from '../table/load-table.ts';
import { RowButton, RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { callQuery } from '../table/table-query.ts';
import { CsvLink } from '../table/table-tools.tsx';
import type { Route } from './+types/feedback-table-page.ts';

export const handle = { texts: ['admin', 'feedback'], frame: false } satisfies PageHandle;

const TEXT_SHOWN = 160;
const SORTS = ['timestamp', 'user_name', 'email', 'count'] as const;

export const loader = tableLoader('feedback.read', (call, table) =>
  call(feedbackApi.list, { query: callQuery(table, SORTS) }),
);

export default function FeedbackTablePage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'feedback');
  const navigate = useNavigate();
  const mayAnswer = useMayDo('feedback.answer');
  return (
    <StaffList
      title={t('feedback.staff.title')}
      total={loaded?.total}
      pageActions={<CsvLink path="/api/feedback/export.csv" />}
      search={t('feedback.staff.search')}
      columns={useColumns()}
      rows={loaded?.feedbacks ?? null}
      idOf={({ user_id }) => user_id}
      order={{ sort: 'timestamp', order: 'desc' }}
      actions={(row, onRemove) => (
        <>
          <RowButton
            icon={IconMessageReply}
            label={t('feedback.staff.open', { name: row.user_name })}
            onPress={() => void navigate(`/admin/feedback/${row.user_id}`)}
          />
          {mayAnswer && <RowButtons name={row.user_name} onRemove={onRemove} />}
        </>
      )}
      removal={{
        question: ({ user_name }) => t('feedback.staff.remove', { name: user_name }),
        text: () => t('feedback.staff.remove.text'),
        remove: ({ user_id }) => call(feedbackApi.remove, { params: { user_id } }),
      }}
    />
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
    column('message', t('feedback.message'), ({ message, unread, answered }) => (
      <>
        {cut(message, TEXT_SHOWN)} {unread > 0 && <b>{t('feedback.staff.new', { count: unread })}</b>}
        {unread === 0 && answered === 1 && <small>{t('feedback.staff.answered')}</small>}
      </>
    )),
    {
      ...numberColumn<Feedback>('count', t('feedback.staff.count'), ({ count }) => formatNumber(lang, count)),
      isSorted: true,
    },
    {
      ...numberColumn<Feedback>('timestamp', t('feedback.staff.at'), (row) => formatDateTime(row.timestamp)),
      isSorted: true,
    },
  ];
}
