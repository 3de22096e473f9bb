import type { LedgerEntry } from '@app/contract/money/payments';
import { useState } from 'react';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { titleOf } from '../../../money/billing/ledger-text.ts';
import { formatDate, formatKopecks, formatNumber } from '../../../platform/format/format.ts';
import { orMissing } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { staffHost, useMayDo } from '../frame/staff-host.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { Facts, Lines, nameColumn, numberColumn, timeColumn } from '../table/cells.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import type { Route } from './+types/payer-page.ts';
import styles from './admin-money.module.css';
import { ManualCreditDialog } from './manual-credit-dialog.tsx';
import { payerName } from './payer.tsx';
import { PaymentLink, ReceiptText } from './payment-details.tsx';

export const handle = { texts: ['admin', 'admin-money', 'money', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call, viewer } = staffHost(input, 'money.read');
  const table = parseTableQuery(input.url.searchParams);
  const { page, size } = table;
  const account = await orMissing(
    call(staffPaymentsApi.ledger, { params: { user_id: input.params.user_id }, query: { page, size } }),
  );
  requireInside(input.url, table, account.total);
  return { account, isOwn: account.payer.id === viewer.user_id };
}

export default function PayerPage({ loaderData: { account, isOwn } }: Route.ComponentProps) {
  const t = useText('admin-money');
  const lang = useLanguage();
  const mayGrant = useMayDo('money.grant');
  const [isGiving, setGiving] = useState(false);
  const { payer, list, total } = account;
  return (
    <AdminPage
      title={t('admin-money.account', { name: payerName(payer) })}
      actions={
        !isOwn &&
        mayGrant && (
          <button type="button" className={button('primary')} onClick={() => setGiving(true)}>
            {t('admin-money.gift.open')}
          </button>
        )
      }
    >
      <Facts
        isPanel
        facts={[
          [t('admin-money.balance'), formatKopecks(lang, account.balance_kopecks), 'figure'],
          [t('admin-money.points'), formatNumber(lang, account.bonus_points), 'figure'],
          [t('admin-money.owed'), account.owed_points > 0 && formatNumber(lang, account.owed_points), 'figure'],
          [t('admin-money.until'), payer.until === null ? t('admin-money.none') : formatDate(payer.until), 'figure'],
          [
            t('admin-money.payer'),
            <Lines key="payer">
              {payer.login}
              <small>{payer.email}</small>
            </Lines>,
          ],
        ]}
      />
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
      {isGiving && <ManualCreditDialog payer={payer} onClose={() => setGiving(false)} />}
    </AdminPage>
  );
}

function useEntryColumns(): AdminColumn<LedgerEntry>[] {
  const t = useText('admin-money', 'money');
  const lang = useLanguage();
  const change = (value: number, format: typeof formatNumber): string =>
    value === 0 ? '–' : `${value > 0 ? '+' : ''}${format(lang, value).replace('-', '−')}`;
  return [
    timeColumn('when', t('admin-money.when'), ({ created }) => created),
    nameColumn('movement', t('admin-money.movement'), (entry) => (
      <Lines>
        {t(`money.kind.${titleOf(entry)}`)}
        {entry.reason && <small>{t(`money.reason.${entry.reason}`)}</small>}
        {entry.days > 0 && <small>{t('money.days', { count: entry.days })}</small>}
      </Lines>
    )),
    numberColumn('amount', t('admin-money.amount'), (entry) => change(entry.amount_kopecks, formatKopecks)),
    numberColumn('balance', t('admin-money.balance'), (entry) => change(entry.balance_kopecks, formatKopecks)),
    numberColumn('points', t('admin-money.points'), (entry) => change(entry.bonus_points, formatNumber)),
    { key: 'comment', title: t('admin-money.comment'), render: ({ comment }) => comment ?? '–' },
    { key: 'receipt', title: t('admin-money.receipt'), render: ({ receipt }) => <ReceiptText receipt={receipt} /> },
    numberColumn('payment', t('admin-money.number'), ({ payment }) =>
      payment === null ? '–' : <PaymentLink id={payment.id} />,
    ),
  ];
}
