import type { StaffPayment } from '@app/contract/money/staff-payments';
import { IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { PAYMENT_KINDS, PAYMENT_STATUSES } from '#contract/money/payments';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { formatDateTime, formatKopecks } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { orFailed, staffHost } from '../frame/staff-host.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { parseTableQuery, requireInside, tableHref } from '../table/table-query.ts';
import { CsvLink, TableTools } from '../table/table-tools.tsx';
import type { Route } from './+types/payments-page.ts';
import styles from './admin-money.module.css';
import { FindPayerDialog } from './find-payer-dialog.tsx';
import { payerName } from './payer-name.ts';
import { PaymentState } from './payment-state.tsx';

export const handle = { texts: ['admin', 'admin-money', 'payments'], frame: false } satisfies PageHandle;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function parseFilter(address: URLSearchParams) {
  const status = PAYMENT_STATUSES.find((one) => one === address.get('status'));
  const kind = PAYMENT_KINDS.find((one) => one === address.get('kind'));
  const day = (name: 'from' | 'to') =>
    DAY.test(address.get(name) ?? '') ? (address.get(name) ?? undefined) : undefined;
  return { status, kind, from: day('from'), to: day('to') };
}

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'money.read');
  const address = new URL(input.request.url).searchParams;
  const table = parseTableQuery(address);
  const { search, page, size } = table;
  const payments = await orFailed(
    call(staffPaymentsApi.list, { query: { search, page, size, ...parseFilter(address) } }),
  );
  requireInside(input.request, table, payments?.total);
  return { payments };
}

export default function StaffPaymentsPage({ loaderData: { payments } }: Route.ComponentProps) {
  const t = useText('admin-money', 'admin');
  const lang = useLanguage();
  const [isFinding, setFinding] = useState(false);
  const [address] = useSearchParams();
  return (
    <AdminPage
      title={t('admin-money.payments')}
      total={payments?.total}
      actions={
        <>
          <button type="button" className={button('plain')} onClick={() => setFinding(true)}>
            <IconUserSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('admin-money.find')}
          </button>
          <CsvLink path="/api/payments/export.csv" query={parseFilter(address)} />
        </>
      }
    >
      <TableTools search={t('admin-money.search')} loaded={payments}>
        <Filters />
      </TableTools>
      {payments !== null && payments.total > 0 && (
        <p className={styles.sums}>
          {t('admin-money.sums', {
            paid: formatKopecks(lang, payments.paid_kopecks),
            back: formatKopecks(lang, payments.refunded_kopecks),
          })}
        </p>
      )}
      <AdminTable
        caption={t('admin-money.payments')}
        columns={usePaymentColumns()}
        rows={payments?.list ?? null}
        total={payments?.total ?? 0}
        idOf={({ id }) => id}
      />
      {isFinding && <FindPayerDialog onClose={() => setFinding(false)} />}
    </AdminPage>
  );
}

function usePaymentColumns(): AdminColumn<StaffPayment>[] {
  const t = useText('admin-money', 'payments');
  const lang = useLanguage();
  return [
    {
      key: 'id',
      title: t('admin-money.number'),
      isNumber: true,
      render: ({ id }) => (
        <Link to={`/admin/payments/${id}`} className="link" aria-label={t('admin-money.payment', { id })}>
          {id}
        </Link>
      ),
    },
    {
      key: 'payer',
      title: t('admin-money.payer'),
      isName: true,
      render: ({ payer }) => (
        <Link to={`/admin/payers/${payer.id}`} className={styles.person}>
          {payerName(payer)}
          <small>{payer.email || payer.login}</small>
        </Link>
      ),
    },
    { key: 'what', title: t('admin-money.what'), render: ({ kind }) => t(`admin-money.kind.${kind}`) },
    {
      key: 'amount',
      title: t('admin-money.amount'),
      isNumber: true,
      render: ({ amount_kopecks, refunded_kopecks }) => (
        <span className={styles.two}>
          {formatKopecks(lang, amount_kopecks)}
          {refunded_kopecks > 0 && (
            <small>{t('admin-money.back', { sum: formatKopecks(lang, refunded_kopecks) })}</small>
          )}
        </span>
      ),
    },
    { key: 'status', title: t('admin-money.status'), render: ({ status }) => <PaymentState status={status} /> },
    {
      key: 'method',
      title: t('admin-money.method'),
      render: ({ method, auto }) => (
        <span className={styles.two}>
          {method === null ? '–' : t(`payments.method.${method}`)}
          {auto === 1 && <small>{t('admin-money.auto')}</small>}
        </span>
      ),
    },
    {
      key: 'created',
      title: t('admin-money.created'),
      isNumber: true,
      render: ({ created }) => <time dateTime={created}>{formatDateTime(created)}</time>,
    },
  ];
}

function Filters() {
  const t = useText('admin-money', 'payments');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const { status, kind, from, to } = parseFilter(address);
  const set = (name: string, value: string): void =>
    void navigate(tableHref(pathname, address, { [name]: value }), { preventScrollReset: true });
  return (
    <div className={styles.filters}>
      <label>
        {t('admin-money.status')}
        <select value={status ?? ''} onChange={(event) => set('status', event.currentTarget.value)}>
          <option value="">{t('admin-money.all')}</option>
          {PAYMENT_STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(`payments.history.status.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('admin-money.what')}
        <select value={kind ?? ''} onChange={(event) => set('kind', event.currentTarget.value)}>
          <option value="">{t('admin-money.all')}</option>
          {PAYMENT_KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`admin-money.kind.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {t(`admin-money.${name}`)}
          <input
            type="date"
            value={(name === 'from' ? from : to) ?? ''}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        </label>
      ))}
    </div>
  );
}
