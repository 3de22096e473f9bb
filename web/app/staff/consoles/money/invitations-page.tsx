import type { ReviewedInvitation } from '@app/contract/money/invitations';
import { useState } from 'react';
import { Link, useLocation, useRevalidator, useSearchParams } from 'react-router';
import { invitationsApi } from '#contract/money/invitations';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { BulkBar } from '../table/bulk-bar.tsx';
import { loadTable } from '../table/load-table.ts';
import { StatusBadge } from '../table/status-badge.tsx';
import { tableHref } from '../table/table-query.ts';
import { TableTools } from '../table/table-tools.tsx';
import { useSelection } from '../table/use-selection.ts';
import type { Route } from './+types/invitations-page.ts';
import styles from './admin-money.module.css';
import { DecideDialog, type InvitationDecision } from './decide-dialog.tsx';
import { payerName } from './payer-name.ts';

export const handle = { texts: ['admin', 'admin-money', 'invitations', 'errors'], frame: false } satisfies PageHandle;

const isId = (text: string | null): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');

function parseFilter(address: URLSearchParams): { state: 'review' | 'decided'; alike?: number } {
  const alike = address.get('alike');
  return {
    state: address.get('state') === 'decided' ? 'decided' : 'review',
    ...(isId(alike) && { alike: Number(alike) }),
  };
}

export async function loader(input: Route.LoaderArgs) {
  const found = await loadTable(input, 'invitations.review', (call, { search, page, size }, address) =>
    call(invitationsApi.review, { query: { search, page, size, ...parseFilter(address) } }),
  );
  return { found };
}

export default function StaffInvitationsPage({ loaderData: { found } }: Route.ComponentProps) {
  const t = useText('admin-money');
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const { state, alike } = parseFilter(address);
  const { revalidate } = useRevalidator();
  const waiting = (found?.list ?? []).filter((one) => one.state === 'review').map(({ id }) => id);
  const selection = useSelection(waiting);
  const [decision, setDecision] = useState<InvitationDecision | null>(null);
  const [ids, setIds] = useState<readonly number[]>([]);
  const openDecision = (next: InvitationDecision, of: Iterable<number>): void => {
    setIds([...of]);
    setDecision(next);
  };
  const isOpen = alike !== undefined || state === 'review';
  return (
    <AdminPage title={t('admin-money.invitations')} total={found?.total}>
      <TableTools search={t('admin-money.invitations.search')} loaded={found}>
        <nav className={styles.tabs} aria-label={t('admin-money.status')}>
          {(['review', 'decided'] as const).map((one) => (
            <Link
              key={one}
              to={tableHref(pathname, address, { state: one === 'review' ? null : one, alike: null })}
              className={button(alike === undefined && state === one ? 'light' : 'plain', 'small')}
              aria-current={alike === undefined && state === one ? 'page' : undefined}
            >
              {t(one === 'review' ? 'admin-money.invitations.waiting' : 'admin-money.invitations.decided')}
            </Link>
          ))}
        </nav>
      </TableTools>
      {alike !== undefined && (
        <p className={styles.sums}>
          {t('admin-money.alike.title', { id: alike })} ·{' '}
          <Link to={tableHref(pathname, address, { alike: null })} className="link">
            {t('admin-money.alike.all')}
          </Link>
        </p>
      )}
      <AdminTable
        caption={t('admin-money.invitations')}
        columns={useColumns()}
        rows={found?.list ?? null}
        total={found?.total ?? 0}
        idOf={({ id }) => id}
        empty={{ title: t('admin-money.invitations.empty') }}
        {...(isOpen && {
          selection: {
            ...selection,
            nameOf: ({ invitee }: ReviewedInvitation) => payerName(invitee),
          },
          actions: (row: ReviewedInvitation) =>
            row.state === 'review' && (
              <span className={styles.rowActions}>
                {(['release', 'refuse'] as const).map((one) => (
                  <button
                    key={one}
                    type="button"
                    className={button(one === 'release' ? 'light' : 'plain', 'small')}
                    aria-label={`${t(`admin-money.${one}`)}: ${payerName(row.invitee)}`}
                    onClick={() => openDecision(one, [row.id])}
                  >
                    {t(`admin-money.${one}`)}
                  </button>
                ))}
              </span>
            ),
        })}
      />
      <BulkBar count={selection.selected.size} onClear={selection.clear}>
        {(['release', 'refuse'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className={button(one === 'release' ? 'primary' : 'danger', 'small')}
            onClick={() => openDecision(one, selection.selected)}
          >
            {t(`admin-money.${one}`)}
          </button>
        ))}
      </BulkBar>
      {decision && (
        <DecideDialog
          decision={decision}
          ids={ids}
          onDecided={() => {
            selection.clear();
            void revalidate();
          }}
          onClose={() => setDecision(null)}
        />
      )}
    </AdminPage>
  );
}

function useColumns(): AdminColumn<ReviewedInvitation>[] {
  const t = useText('admin-money', 'invitations');
  const person = (one: ReviewedInvitation['inviter']) => (
    <Link to={`/user/${one.id}`} className={styles.person}>
      {payerName(one)}
      <small>{one.login}</small>
    </Link>
  );
  return [
    { key: 'invitee', title: t('admin-money.invitee'), isName: true, render: ({ invitee }) => person(invitee) },
    { key: 'inviter', title: t('admin-money.inviter'), render: ({ inviter }) => person(inviter) },
    {
      key: 'why',
      title: t('admin-money.why'),
      render: ({ reason, paid }) => (
        <span className={styles.two}>
          {t(`admin-money.reason.${reason}`)}
          {paid !== null && <small>{t('admin-money.paid')}</small>}
        </span>
      ),
    },
    { key: 'alike', title: t('admin-money.alike'), render: (row) => <Alike row={row} /> },
    {
      key: 'registered',
      title: t('admin-money.when'),
      isNumber: true,
      render: ({ registered }) => <time dateTime={registered}>{formatDateTime(registered)}</time>,
    },
    {
      key: 'state',
      title: t('admin-money.status'),
      render: ({ state, decided }) => (
        <span className={styles.two}>
          {t(`invitations.state.${state}`)}
          {decided && (
            <small>
              {t('admin-money.decided', { by: decided.by, date: formatDateTime(decided.at) })}
              <br />
              {decided.comment}
            </small>
          )}
        </span>
      ),
    },
  ];
}

/** Number of invitations from the same address, browser and mailbox, with links to them. */
function Alike({ row }: { row: ReviewedInvitation }) {
  const t = useText('admin-money');
  const { pathname } = useLocation();
  const shared = (['address', 'device', 'mailbox'] as const).filter((what) => row[`same_${what}`] > 1);
  if (shared.length === 0) return '–';
  return (
    <span className={styles.alike}>
      {shared.map((what) => (
        <StatusBadge key={what} color="warning">
          {t(`admin-money.alike.${what}`, { count: row[`same_${what}`] })}
        </StatusBadge>
      ))}
      <Link to={`${pathname}?alike=${row.id}`} className="link">
        {t('admin-money.alike.show')}
      </Link>
    </span>
  );
}
