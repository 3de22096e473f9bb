import { IconUserSearch } from 'virtual:icons';
import type { StaffPayment } from '@app/contract/money/staff-payments';
import { useState } from 'react';
import { PAYMENT_KINDS, PAYMENT_STATUSES } from '#contract/money/payments';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { formatKopecks } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AddressFilters } from '../table/address-filters.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, numberColumn, timeColumn } from '../table/cells.tsx';
import { tableLoader } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import { useTableAddress } from '../table/table-query.ts';
import { CsvLink } from '../table/table-tools.tsx';
import type { Route } from './+types/payments-page.ts';
import styles from './admin-money.module.css';
import { FindPayerDialog } from './find-payer-dialog.tsx';
import { PayerLink } from './payer.tsx';
import { PaymentLink, PaymentState } from './payment-details.tsx';

export const handle = { texts: ['admin', 'admin-money', 'payments'], frame: false } satisfies PageHandle;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function parseFilter(address: URLSearchParams) {
  const status = PAYMENT_STATUSES.find((one) => one === address.get('status'));
  const kind = PAYMENT_KINDS.find((one) => one === address.get('kind'));
  const day = (name: 'from' | 'to') =>
    DAY.test(address.get(name) ?? '') ? (address.get(name) ?? undefined) : undefined;
  return { status, kind, from: day('from'), to: day('to') };
}

export const loader = tableLoader('money.read', (call, { search, page, size }, address) =>
  call(staffPaymentsApi.list, { query: { search, page, size, ...parseFilter(address) } }),
);

export default function StaffPaymentsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin-money', 'admin');
  const lang = useLanguage();
  const [isFinding, setFinding] = useState(false);
  const { address } = useTableAddress();
  return (
    <StaffList
      title={t('admin-money.payments')}
      total={loaded?.total}
      pageActions={
        <>
          <button type="button" className={button('plain')} onClick={() => setFinding(true)}>
            <IconUserSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('admin-money.find')}
          </button>
          <CsvLink path="/api/payments/export.csv" query={parseFilter(address)} />
        </>
      }
      search={t('admin-money.search')}
      filters={<Filters />}
      note={
        loaded !== null &&
        loaded.total > 0 && (
          <p className={styles.sums}>
            {t('admin-money.sums', {
              paid: formatKopecks(lang, loaded.paid_kopecks),
              back: formatKopecks(lang, loaded.refunded_kopecks),
            })}
          </p>
        )
      }
      columns={usePaymentColumns()}
      rows={loaded?.list ?? null}
      idOf={({ id }) => id}
    >
      {isFinding && <FindPayerDialog onClose={() => setFinding(false)} />}
    </StaffList>
  );
}

function usePaymentColumns(): AdminColumn<StaffPayment>[] {
  const t = useText('admin-money', 'payments');
  const lang = useLanguage();
  return [
    numberColumn('id', t('admin-money.number'), ({ id }) => <PaymentLink id={id} />),
    nameColumn('payer', t('admin-money.payer'), ({ payer }) => <PayerLink payer={payer} />),
    { key: 'what', title: t('admin-money.what'), render: ({ kind }) => t(`admin-money.kind.${kind}`) },
    numberColumn('amount', t('admin-money.amount'), ({ amount_kopecks, refunded_kopecks }) => (
      <Lines>
        {formatKopecks(lang, amount_kopecks)}
        {refunded_kopecks > 0 && <small>{t('admin-money.back', { sum: formatKopecks(lang, refunded_kopecks) })}</small>}
      </Lines>
    )),
    { key: 'status', title: t('admin-money.status'), render: ({ status }) => <PaymentState status={status} /> },
    column('method', t('admin-money.method'), ({ method, auto }) => (
      <Lines>
        <span>{method === null ? '–' : t(`payments.method.${method}`)}</span>
        {auto === 1 && <small>{t('admin-money.auto')}</small>}
      </Lines>
    )),
    timeColumn('created', t('admin-money.created'), ({ created }) => created),
  ];
}

function Filters() {
  const t = useText('admin-money', 'payments');
  const { address } = useTableAddress();
  const { status, kind, from, to } = parseFilter(address);
  const any = t('admin-money.all');
  const statuses = PAYMENT_STATUSES.map((one): [string, string] => [one, t(`payments.history.status.${one}`)]);
  const kinds = PAYMENT_KINDS.map((one): [string, string] => [one, t(`admin-money.kind.${one}`)]);
  return (
    <AddressFilters
      filters={[
        { name: 'status', label: t('admin-money.status'), value: status, any, choices: statuses },
        { name: 'kind', label: t('admin-money.what'), value: kind, any, choices: kinds },
        { name: 'from', label: t('admin-money.from'), value: from },
        { name: 'to', label: t('admin-money.to'), value: to },
      ]}
    />
  );
}
