import type { StaffPaymentDetails } from '@app/contract/money/staff-payments';
import { useState } from 'react';
import { Link } from 'react-router';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { formatDate, formatKopecks } from '../../../platform/format/format.ts';
import { orMissing } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, staffHost, useViewer } from '../frame/staff-host.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, numberColumn, Time, timeColumn } from '../table/cells.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/payment-page.ts';
import styles from './admin-money.module.css';
import { PaymentDetails, ReceiptText } from './payment-details.tsx';
import { StaffRefundDialog } from './staff-refund-dialog.tsx';

export const handle = { texts: ['admin', 'admin-money', 'payments', 'money'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'money.read');
  return { payment: await orMissing(call(staffPaymentsApi.one, { params: { id: input.params.id } })) };
}

export default function StaffPaymentPage({ loaderData: { payment } }: Route.ComponentProps) {
  const t = useText('admin-money');
  const viewer = useViewer();
  const [isRefunding, setRefunding] = useState(false);
  const isOwn = payment.payer.id === viewer?.user_id;
  const mayRefund = payment.left_kopecks > 0 && !isOwn && mayDo(viewer, 'money.refund');
  return (
    <AdminPage
      title={t('admin-money.payment', { id: payment.id })}
      actions={
        <>
          <Link to={`/admin/payers/${payment.payer.id}`} className={button('plain')}>
            {t('admin-money.find')}
          </Link>
          {mayRefund && (
            <button type="button" className={button('danger')} onClick={() => setRefunding(true)}>
              {t('admin-money.refund.open')}
            </button>
          )}
        </>
      }
    >
      <PaymentDetails payment={payment} />
      {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} />}
      <Entries entries={payment.entries} />
      <History history={payment.history} />
      {isRefunding && <StaffRefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </AdminPage>
  );
}

const REFUND_COLORS = { created: 'warning', pending: 'warning', succeeded: 'good', canceled: 'bad' } as const;

function Refunds({ refunds }: Pick<StaffPaymentDetails, 'refunds'>) {
  const t = useText('admin-money');
  const lang = useLanguage();
  const columns: AdminColumn<StaffPaymentDetails['refunds'][number]>[] = [
    nameColumn('amount', t('admin-money.amount'), ({ amount_kopecks, taken_days }) => (
      <Lines>
        {formatKopecks(lang, amount_kopecks)}
        {taken_days > 0 && <small>{t('admin-money.refunds.days', { days: taken_days })}</small>}
      </Lines>
    )),
    column('state', t('admin-money.status'), ({ status }) => (
      <StatusBadge color={REFUND_COLORS[status]}>{t(`admin-money.refunds.state.${status}`)}</StatusBadge>
    )),
    { key: 'reason', title: t('admin-money.comment'), render: ({ reason }) => reason || '–' },
    column('by', t('admin-money.refunds.by'), ({ given_by }) => given_by?.login ?? t('admin-money.refunds.self')),
    column('receipt', t('admin-money.receipt'), ({ receipt }) => <ReceiptText receipt={receipt} />),
    timeColumn('created', t('admin-money.when'), ({ created }) => created),
  ];
  return (
    <div className={styles.section}>
      <h2>{t('admin-money.refunds')}</h2>
      <AdminTable
        caption={t('admin-money.refunds')}
        isWhole
        rows={refunds}
        total={refunds.length}
        idOf={({ id }) => id}
        columns={columns}
      />
    </div>
  );
}

function Entries({ entries }: Pick<StaffPaymentDetails, 'entries'>) {
  const t = useText('admin-money');
  const lang = useLanguage();
  const columns: AdminColumn<StaffPaymentDetails['entries'][number]>[] = [
    { key: 'account', title: t('admin-money.entry.account'), isName: true, render: ({ account }) => account },
    { key: 'kind', title: t('admin-money.movement'), render: ({ kind, movement }) => `${kind} · ${movement}` },
    numberColumn('amount', t('admin-money.amount'), (entry) => formatKopecks(lang, entry.amount_kopecks)),
    numberColumn('created', t('admin-money.when'), ({ created }) => (
      <time dateTime={created}>{formatDate(created)}</time>
    )),
  ];
  return (
    <div className={styles.section}>
      <h2>{t('admin-money.entries')}</h2>
      {entries.length === 0 ? (
        <p className="dim">{t('admin-money.entries.empty')}</p>
      ) : (
        <AdminTable
          caption={t('admin-money.entries')}
          isWhole
          rows={entries.map((entry, id) => ({ ...entry, id }))}
          total={entries.length}
          idOf={({ id }) => id}
          columns={columns}
        />
      )}
    </div>
  );
}

function History({ history }: Pick<StaffPaymentDetails, 'history'>) {
  const t = useText('admin-money', 'payments');
  // The settled state is translated; texts of the payment provider are shown as received.
  const describeEvent = ({ event, said }: StaffPaymentDetails['history'][number]): string =>
    event === 'settled'
      ? t(said === 'canceled' ? 'payments.history.status.canceled' : 'payments.history.status.succeeded')
      : said;
  return (
    <section className={styles.section} aria-labelledby="happened">
      <h2 id="happened">{t('admin-money.history')}</h2>
      <ol className={styles.history}>
        {history.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order
          <li key={index}>
            <Time at={one.at} />
            <span>{t(`admin-money.event.${one.event}`)}</span>
            {one.said !== '' && <span className={styles.said}>{describeEvent(one)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
