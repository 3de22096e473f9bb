import { IconShieldCheck } from 'virtual:icons';
import type { Approval } from '@app/contract/staff/staff';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { approvalsApi } from '#contract/staff/staff';
import { type Reauthentication, useReauthentication } from '../../../people/security/reauthentication-dialog.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useViewerEvents } from '../../../platform/live/use-viewer-events.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { APPROVING } from '../frame/sections.ts';
import { useViewer } from '../frame/staff-host.ts';
import { panel } from '../frame/staff-section.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { StateFilter } from '../table/address-filters.tsx';
import { rowsOf, tableLoader } from '../table/load-table.ts';
import { type BadgeColor, StatusBadge } from '../table/status-badge.tsx';
import { useTableAddress } from '../table/table-query.ts';
import { TableTools } from '../table/table-tools.tsx';
import type { Route } from './+types/approvals-page.ts';
import styles from './people.module.css';

export const handle = { texts: ['admin', 'admin-people', 'security', 'auth'], frame: false } satisfies PageHandle;

const FORBIDDEN = 403;
const STATES = ['waiting', 'done'] as const;
const parseState = (address: URLSearchParams) => STATES.find((one) => one === address.get('state'));

export const loader = tableLoader(APPROVING, (callApi, table, address) =>
  callApi(approvalsApi.list, { query: { ...rowsOf(table), state: parseState(address) } }),
);

export default function ApprovalsPage({ loaderData: { loaded: page } }: Route.ComponentProps) {
  const t = useText('admin-people', 'admin');
  const { address, page: current, size, hrefOf } = useTableAddress();
  const { revalidate } = useRevalidator();
  useViewerEvents(useViewer()?.user_id, ['approvals'], () => void revalidate());
  const reauthentication = useReauthentication();
  return (
    <AdminPage title={t('admin-people.approvals')} total={page?.total}>
      <p className={styles.hint}>{t('admin-people.approvals.text')}</p>
      <TableTools loaded={page}>
        <StateFilter
          value={parseState(address)}
          choices={STATES.map((one) => [one, t(`admin-people.approvals.${one}`)])}
        />
      </TableTools>
      {page === null && <LoadFailed title={t('admin.failed')} />}
      {page?.approvals.length === 0 && (
        <Notice icon={<IconShieldCheck size={40} stroke={1.5} />} title={t('admin-people.approvals.empty')} />
      )}
      {page !== null && page.approvals.length > 0 && (
        <ul className={styles.list}>
          {page.approvals.map((approval) => (
            <li key={approval.id} className={panel}>
              <ApprovalCard approval={approval} reauthentication={reauthentication} />
            </li>
          ))}
        </ul>
      )}
      {page !== null && (
        <Pagination current={current} count={Math.ceil(page.total / size)} hrefOf={(next) => hrefOf({ page: next })} />
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
  const { isSending, submit, run } = useStaffAction();
  const send = (action: () => Promise<unknown>, message: string): void =>
    void run(async () => {
      if ((await action()) === undefined) return false;
      setAsking(false);
      return message;
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
  const refuse = (): void => send(() => call(approvalsApi.refuse, { params, body: {} }), t('admin-people.refused'));
  const withdraw = (): void => send(() => call(approvalsApi.withdraw, { params }), t('admin-people.withdrawn'));
  const approve = (): void =>
    send(
      () => reauthentication.withReauthentication(() => call(approvalsApi.approve, { params, body: {} })),
      t('admin-people.approved'),
    );
  const action = (verb: string, onPress: () => void, look: 'primary' | 'plain') => (
    <button type="button" className={button(look)} aria-busy={isSending} onClick={onPress}>
      {verb}
    </button>
  );
  return (
    <div className={styles.buttons}>
      {can.approve === 1 && action(t('admin-people.approve'), open, 'primary')}
      {can.refuse === 1 && action(t('admin-people.refuse'), refuse, 'plain')}
      {can.withdraw === 1 && action(t('admin-people.withdraw'), withdraw, 'plain')}
      {href && action(t('admin-people.download'), () => void download(href), 'primary')}
      {href && file_until && (
        <span className={styles.hint}>{t('admin-people.download.until', { when: formatDateTime(file_until) })}</span>
      )}
      {isAsking && (
        <ConfirmDialog
          question={t('admin-people.approve.question')}
          verb={t('admin-people.approve')}
          isSending={isSending}
          onConfirm={approve}
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
