import type { ReviewedInvitation } from '@app/contract/money/invitations';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { invitationsApi, REVIEW_COMMENT_MAX } from '#contract/money/invitations';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ReasonDialog } from '../frame/staff-form.tsx';
import { TabButtons } from '../table/address-filters.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { BulkBar } from '../table/bulk-bar.tsx';
import { column, Lines, timeColumn } from '../table/cells.tsx';
import { tableLoader } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import { useTableAddress } from '../table/table-query.ts';
import { useSelection } from '../table/use-selection.ts';
import type { Route } from './+types/invitations-page.ts';
import styles from './admin-money.module.css';
import { payerName } from './payer.tsx';

export const handle = { texts: ['admin', 'admin-money', 'invitations', 'errors'], frame: false } satisfies PageHandle;

const isId = (text: string | null): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');

function parseFilter(address: URLSearchParams): { state: 'review' | 'decided'; alike?: number } {
  const alike = address.get('alike');
  return {
    state: address.get('state') === 'decided' ? 'decided' : 'review',
    ...(isId(alike) && { alike: Number(alike) }),
  };
}

export const loader = tableLoader('invitations.review', (call, { search, page, size }, address) =>
  call(invitationsApi.review, { query: { search, page, size, ...parseFilter(address) } }),
);

const DECISIONS = ['release', 'refuse'] as const;

interface Asked {
  decision: (typeof DECISIONS)[number];
  ids: readonly number[];
}

export default function StaffInvitationsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin-money', 'errors');
  const { address, hrefOf } = useTableAddress();
  const { state, alike } = parseFilter(address);
  const waiting = (loaded?.list ?? []).filter((one) => one.state === 'review').map(({ id }) => id);
  const selection = useSelection(waiting);
  const [asked, setAsked] = useState<Asked | null>(null);
  const decide = async ({ decision, ids }: Asked, reason: string): Promise<string> => {
    const { changed } = await call(invitationsApi.decide, { body: { ids: [...ids], verdict: decision, reason } });
    selection.clear();
    return t('admin-money.decide.done', { count: changed });
  };
  return (
    <StaffList
      title={t('admin-money.invitations')}
      total={loaded?.total}
      search={t('admin-money.invitations.search')}
      filters={
        <TabButtons
          label={t('admin-money.status')}
          tabs={(['review', 'decided'] as const).map((one) => ({
            to: hrefOf({ state: one === 'review' ? null : one, alike: null }),
            text: t(one === 'review' ? 'admin-money.invitations.waiting' : 'admin-money.invitations.decided'),
            isCurrent: alike === undefined && state === one,
          }))}
        />
      }
      note={
        alike !== undefined && (
          <p className={styles.sums}>
            {t('admin-money.alike.title', { id: alike })} ·{' '}
            <Link to={hrefOf({ alike: null })} className="link">
              {t('admin-money.alike.all')}
            </Link>
          </p>
        )
      }
      columns={useColumns()}
      rows={loaded?.list ?? null}
      idOf={({ id }) => id}
      empty={{ title: t('admin-money.invitations.empty') }}
      {...((alike !== undefined || state === 'review') && {
        selection: { ...selection, nameOf: ({ invitee }: ReviewedInvitation) => payerName(invitee) },
        actions: (row: ReviewedInvitation) =>
          row.state === 'review' && (
            <span className={styles.rowActions}>
              {DECISIONS.map((decision) => (
                <button
                  key={decision}
                  type="button"
                  className={button(decision === 'release' ? 'light' : 'plain', 'small')}
                  aria-label={`${t(`admin-money.${decision}`)}: ${payerName(row.invitee)}`}
                  onClick={() => setAsked({ decision, ids: [row.id] })}
                >
                  {t(`admin-money.${decision}`)}
                </button>
              ))}
            </span>
          ),
      })}
    >
      <BulkBar count={selection.selected.size} onClear={selection.clear}>
        {DECISIONS.map((decision) => (
          <button
            key={decision}
            type="button"
            className={button(decision === 'release' ? 'primary' : 'danger', 'small')}
            onClick={() => setAsked({ decision, ids: [...selection.selected] })}
          >
            {t(`admin-money.${decision}`)}
          </button>
        ))}
      </BulkBar>
      {asked && (
        <ReasonDialog
          title={t(`admin-money.${asked.decision}.title`, { count: asked.ids.length })}
          verb={t(`admin-money.${asked.decision}`)}
          label={t('admin-money.decide.reason')}
          required={t('errors.field.required')}
          rows={3}
          maxLength={REVIEW_COMMENT_MAX}
          send={(reason) => decide(asked, reason)}
          onClose={() => setAsked(null)}
        >
          <p className={styles.note}>{t(`admin-money.${asked.decision}.text`)}</p>
        </ReasonDialog>
      )}
    </StaffList>
  );
}

function useColumns(): AdminColumn<ReviewedInvitation>[] {
  const t = useText('admin-money', 'invitations');
  const person = (one: ReviewedInvitation['inviter']) => (
    <Lines to={`/user/${one.id}`}>
      {payerName(one)}
      <small>{one.login}</small>
    </Lines>
  );
  return [
    { key: 'invitee', title: t('admin-money.invitee'), isName: true, render: ({ invitee }) => person(invitee) },
    { key: 'inviter', title: t('admin-money.inviter'), render: ({ inviter }) => person(inviter) },
    column('why', t('admin-money.why'), ({ reason, paid }) => (
      <Lines>
        {t(`admin-money.reason.${reason}`)}
        {paid !== null && <small>{t('admin-money.paid')}</small>}
      </Lines>
    )),
    { key: 'alike', title: t('admin-money.alike'), render: (row) => <Alike row={row} /> },
    timeColumn('registered', t('admin-money.when'), ({ registered }) => registered),
    column('state', t('admin-money.status'), ({ state, decided }) => (
      <Lines>
        {t(`invitations.state.${state}`)}
        {decided && (
          <small>
            {t('admin-money.decided', { by: decided.by, date: formatDateTime(decided.at) })}
            <br />
            {decided.comment}
          </small>
        )}
      </Lines>
    )),
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
