import type { LedgerEntry } from '@app/contract/money/payments';
import { useState } from 'react';
import { Link, useRevalidator, useRouteLoaderData } from 'react-router';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { titleOf } from '../../../money/billing/ledger-text.ts';
import { formatDate, formatDateTime, formatKopecks, formatNumber } from '../../../platform/format/format.ts';
import { orMissing } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, staffHost } from '../frame/staff-host.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import type { Route } from './+types/payer-page.ts';
import styles from './admin-money.module.css';
import { ManualCreditDialog } from './manual-credit-dialog.tsx';
import { payerName } from './payer-name.ts';
import { DetailRow, ReceiptText } from './payment-details.tsx';

export const handle = { texts: ['admin', 'admin-money', 'money', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call, viewer } = staffHost(input, 'money.read');
  const table = parseTableQuery(new URL(input.request.url).searchParams);
  const { page, size } = table;
  const account = await orMissing(
    call(staffPaymentsApi.ledger, { params: { user_id: input.params.user_id }, query: { page, size } }),
  );
  requireInside(input.request, table, account.total);
  return { account, isOwn: account.payer.id === viewer.user_id };
}

export default function PayerPage({ loaderData: { account, isOwn } }: Route.ComponentProps) {
  const t = useText('admin-money');
  const lang = useLanguage();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const { revalidate } = useRevalidator();
  const [isGiving, setGiving] = useState(false);
  const { payer, list, total } = account;
  return (
    <AdminPage
      title={t('admin-money.account', { name: payerName(payer) })}
      actions={
        !isOwn &&
        mayDo(viewer, 'money.grant') && (
          <button type="button" className={button('primary')} onClick={() => setGiving(true)}>
            {t('admin-money.gift.open')}
          </button>
        )
      }
    >
      <dl className={styles.facts}>
        <DetailRow name={t('admin-money.balance')} isFigure>
          {formatKopecks(lang, account.balance_kopecks)}
        </DetailRow>
        <DetailRow name={t('admin-money.points')} isFigure>
          {formatNumber(lang, account.bonus_points)}
        </DetailRow>
        {account.owed_points > 0 && (
          <DetailRow name={t('admin-money.owed')} isFigure>
            {formatNumber(lang, account.owed_points)}
          </DetailRow>
        )}
        <DetailRow name={t('admin-money.until')} isFigure>
          {payer.until === null ? t('admin-money.none') : formatDate(payer.until)}
        </DetailRow>
        <DetailRow name={t('admin-money.payer')}>
          <span className={styles.two}>
            {payer.login}
            <small>{payer.email}</small>
          </span>
        </DetailRow>
      </dl>
      <div className={styles.section}>
        <h2>{t('admin-money.movements')}</h2>
        <AdminTable
          caption={t('admin-money.movements')}
          columns={useEntryColumns()}
          rows={list}
          total={total}
          idOf={({ id }) => id}
          empty={{ title: t('admin-money.movements.empty') }}
        />
      </div>
      {isGiving && (
        <ManualCreditDialog payer={payer} onGiven={() => void revalidate()} onClose={() => setGiving(false)} />
      )}
    </AdminPage>
  );
}

const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

function useEntryColumns(): AdminColumn<LedgerEntry>[] {
  const t = useText('admin-money', 'money');
  const lang = useLanguage();
  const money = (kopecks: number): string =>
    kopecks === 0 ? '–' : signed(kopecks, formatKopecks(lang, kopecks).replace('-', '−'));
  return [
    {
      key: 'when',
      title: t('admin-money.when'),
      isNumber: true,
      render: ({ created }) => <time dateTime={created}>{formatDateTime(created)}</time>,
    },
    {
      key: 'movement',
      title: t('admin-money.movement'),
      isName: true,
      render: (entry) => (
        <span className={styles.two}>
          {t(`money.kind.${titleOf(entry)}`)}
          {entry.reason && <small>{t(`money.reason.${entry.reason}`)}</small>}
          {entry.days > 0 && <small>{t('money.days', { count: entry.days })}</small>}
        </span>
      ),
    },
    {
      key: 'amount',
      title: t('admin-money.amount'),
      isNumber: true,
      render: ({ amount_kopecks }) => money(amount_kopecks),
    },
    {
      key: 'balance',
      title: t('admin-money.balance'),
      isNumber: true,
      render: ({ balance_kopecks }) => money(balance_kopecks),
    },
    {
      key: 'points',
      title: t('admin-money.points'),
      isNumber: true,
      render: ({ bonus_points }) =>
        bonus_points === 0 ? '–' : signed(bonus_points, formatNumber(lang, bonus_points).replace('-', '−')),
    },
    { key: 'comment', title: t('admin-money.comment'), render: ({ comment }) => comment ?? '–' },
    { key: 'receipt', title: t('admin-money.receipt'), render: ({ receipt }) => <ReceiptText receipt={receipt} /> },
    {
      key: 'payment',
      title: t('admin-money.number'),
      isNumber: true,
      render: ({ payment }) =>
        payment === null ? (
          '–'
        ) : (
          <Link
            to={`/admin/payments/${payment.id}`}
            className="link"
            aria-label={t('admin-money.payment', { id: payment.id })}
          >
            {payment.id}
          </Link>
        ),
    },
  ];
}
