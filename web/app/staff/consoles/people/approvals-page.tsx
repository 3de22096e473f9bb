import type { Approval } from '@app/contract/staff/staff';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router';
import { approvalsApi } from '#contract/staff/staff';
import { type Reauthentication, useReauthentication } from '../../../people/security/reauthentication-dialog.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { APPROVING } from '../frame/sections.ts';
import { useStaffEvents } from '../frame/use-staff-events.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { loadTable, rowsOf } from '../table/load-table.ts';
import { type BadgeColor, StatusBadge } from '../table/status-badge.tsx';
import { parseTableQuery, tableHref } from '../table/table-query.ts';
import { TableTools } from '../table/table-tools.tsx';
import type { Route } from './+types/approvals-page.ts';
import styles from './people.module.css';
import { StateFilter } from './state-filter.tsx';

export const handle = { texts: ['admin', 'admin-people', 'security', 'auth'], frame: false } satisfies PageHandle;

const FORBIDDEN = 403;
const STATES = ['waiting', 'done'] as const;
const parseState = (address: URLSearchParams) => STATES.find((one) => one === address.get('state'));

export async function loader(input: Route.LoaderArgs) {
  const page = await loadTable(input, APPROVING, (callApi, table, address) =>
    callApi(approvalsApi.list, { query: { ...rowsOf(table), state: parseState(address) } }),
  );
  return { page };
}

export default function ApprovalsPage({ loaderData: { page } }: Route.ComponentProps) {
  const t = useText('admin-people', 'admin');
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const { revalidate } = useRevalidator();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  useStaffEvents(viewer?.user_id, ['approvals'], () => void revalidate());
  const reauthentication = useReauthentication();
  const table = parseTableQuery(address);
  return (
    <AdminPage title={t('admin-people.approvals')} total={page?.total}>
      <p className={styles.hint}>{t('admin-people.approvals.text')}</p>
      <TableTools loaded={page}>
        <StateFilter
          value={parseState(address)}
          choices={STATES.map((value) => ({ value, label: t(`admin-people.approvals.${value}`) }))}
        />
      </TableTools>
      {page === null && <LoadFailed title={t('admin.failed')} />}
      {page?.approvals.length === 0 && (
        <Notice icon={<IconShieldCheck size={40} stroke={1.5} />} title={t('admin-people.approvals.empty')} />
      )}
      {page !== null && page.approvals.length > 0 && (
        <ul className={styles.list}>
          {page.approvals.map((approval) => (
            <li key={approval.id} className={styles.card} style={{ marginTop: 0 }}>
              <ApprovalCard approval={approval} reauthentication={reauthentication} />
            </li>
          ))}
        </ul>
      )}
      {page !== null && page.total > table.size && (
        <Pagination
          current={table.page}
          count={Math.ceil(page.total / table.size)}
          hrefOf={(next) => tableHref(pathname, address, { page: next })}
        />
      )}
      {reauthentication.dialog}
    </AdminPage>
  );
}

const STATE_COLORS: Partial<Record<Approval['state'], BadgeColor>> = {
  open: 'warning',
  approved: 'good',
  done: 'good',
  failed: 'bad',
  refused: 'bad',
};

function ApprovalCard({ approval, reauthentication }: { approval: Approval; reauthentication: Reauthentication }) {
  const t = useText('admin-people');
  const { kind, state, about, reason, asked_by, asked, expires, decided_by, decided, answer, search, people } =
    approval;
  return (
    <article>
      <div className={styles.head}>
        <h2>{t(`admin-people.approval.${kind}`)}</h2>
        <StatusBadge color={STATE_COLORS[state]}>{t(`admin-people.approval.is.${state}`)}</StatusBadge>
        {about && (
          <Link to={`/admin/users/${about.id}`} className="link">
            {about.name || about.id}
          </Link>
        )}
        {kind === 'export_people' && (
          <span>
            {search === '' ? t('admin-people.approval.everybody') : `«${search}»`}
            {approval.people_state && ` · ${t(`admin-people.state.${approval.people_state}`)}`}
            {people !== null && ` · ${t('admin-people.approval.people', { count: people })}`}
          </span>
        )}
      </div>
      {reason && <p>{reason}</p>}
      <p className={styles.hint}>
        {t('admin-people.approval.asked', { name: asked_by.name, when: formatDateTime(asked) })}
        {state === 'open' && ` ${t('admin-people.approval.until', { when: formatDateTime(expires) })}`}
        {decided_by &&
          decided &&
          ` ${t('admin-people.approval.decided', { name: decided_by.name, when: formatDateTime(decided) })}`}
      </p>
      {answer && <p>{answer}</p>}
      <Buttons approval={approval} reauthentication={reauthentication} />
    </article>
  );
}

function Buttons({
  approval: { id, kind, about, people, can, href, file_until },
  reauthentication,
}: {
  approval: Approval;
  reauthentication: Reauthentication;
}) {
  const t = useText('admin-people');
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  const { isSending, submit } = useStaffSubmit();
  const send = (action: () => Promise<unknown>, message: string): void =>
    void submit(async () => {
      if ((await action()) === undefined) return;
      setAsking(false);
      toast.success(message);
      void revalidate();
    });
  const params = { id };
  const open = (): void => {
    setAsking(true);
    // The number of affected users is recounted for the approver.
    if (people !== null) void revalidate();
  };
  // Re-authenticates first if needed, because a rejected download would open as a page of JSON.
  const download = (href: string): Promise<void> =>
    submit(async () => {
      const isOpen = await reauthentication.withReauthentication(async () => {
        const { status } = await fetch(href, { method: 'HEAD' });
        if (status === FORBIDDEN) throw new ApiError(status, { code: 'current_password_required', message: '' });
        return true;
      });
      if (isOpen) window.location.assign(href);
    });
  return (
    <div className={styles.buttons}>
      {can.approve === 1 && (
        <button type="button" className={button('primary')} aria-busy={isSending} onClick={open}>
          {t('admin-people.approve')}
        </button>
      )}
      {can.refuse === 1 && (
        <button
          type="button"
          className={button('plain')}
          aria-busy={isSending}
          onClick={() => send(() => call(approvalsApi.refuse, { params, body: {} }), t('admin-people.refused'))}
        >
          {t('admin-people.refuse')}
        </button>
      )}
      {can.withdraw === 1 && (
        <button
          type="button"
          className={button('plain')}
          aria-busy={isSending}
          onClick={() => send(() => call(approvalsApi.withdraw, { params }), t('admin-people.withdrawn'))}
        >
          {t('admin-people.withdraw')}
        </button>
      )}
      {href && (
        <button type="button" className={button('primary')} aria-busy={isSending} onClick={() => void download(href)}>
          {t('admin-people.download')}
        </button>
      )}
      {href && file_until && (
        <span className={styles.hint}>{t('admin-people.download.until', { when: formatDateTime(file_until) })}</span>
      )}
      {isAsking && (
        <ConfirmDialog
          question={t('admin-people.approve.question')}
          verb={t('admin-people.approve')}
          isSending={isSending}
          onConfirm={() =>
            send(
              () => reauthentication.withReauthentication(() => call(approvalsApi.approve, { params, body: {} })),
              t('admin-people.approved'),
            )
          }
          onClose={() => setAsking(false)}
        >
          {people === null
            ? t(kind === 'erase_user' ? 'admin-people.approve.erase' : 'admin-people.approve.export', {
                name: about?.name ?? '',
              })
            : t('admin-people.approve.people', { count: people })}
        </ConfirmDialog>
      )}
    </div>
  );
}
