import type { StaffPaymentDetails } from '@app/contract/money/staff-payments';
import { useState } from 'react';
import { Link, useRevalidator, useRouteLoaderData } from 'react-router';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { formatDate, formatDateTime, formatKopecks } from '../../../platform/format/format.ts';
import { orMissing } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, staffHost } from '../frame/staff-host.ts';
import { AdminTable } from '../table/admin-table.tsx';
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
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  const { revalidate } = useRevalidator();
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
      {isRefunding && (
        <StaffRefundDialog payment={payment} onRefunded={() => void revalidate()} onClose={() => setRefunding(false)} />
      )}
    </AdminPage>
  );
}

const REFUND_COLORS = { created: 'warning', pending: 'warning', succeeded: 'good', canceled: 'bad' } as const;

function Refunds({ refunds }: Pick<StaffPaymentDetails, 'refunds'>) {
  const t = useText('admin-money');
  const lang = useLanguage();
  return (
    <div className={styles.section}>
      <h2>{t('admin-money.refunds')}</h2>
      <AdminTable
        caption={t('admin-money.refunds')}
        isWhole
        rows={refunds}
        total={refunds.length}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'amount',
            title: t('admin-money.amount'),
            isName: true,
            render: ({ amount_kopecks, taken_days }) => (
              <span className={styles.two}>
                {formatKopecks(lang, amount_kopecks)}
                {taken_days > 0 && <small>{t('admin-money.refunds.days', { days: taken_days })}</small>}
              </span>
            ),
          },
          {
            key: 'state',
            title: t('admin-money.status'),
            render: ({ status }) => (
              <StatusBadge color={REFUND_COLORS[status]}>{t(`admin-money.refunds.state.${status}`)}</StatusBadge>
            ),
          },
          { key: 'reason', title: t('admin-money.comment'), render: ({ reason }) => reason || '–' },
          {
            key: 'by',
            title: t('admin-money.refunds.by'),
            render: ({ given_by }) => given_by?.login ?? t('admin-money.refunds.self'),
          },
          {
            key: 'receipt',
            title: t('admin-money.receipt'),
            render: ({ receipt }) => <ReceiptText receipt={receipt} />,
          },
          {
            key: 'created',
            title: t('admin-money.when'),
            isNumber: true,
            render: ({ created }) => <time dateTime={created}>{formatDateTime(created)}</time>,
          },
        ]}
      />
    </div>
  );
}

function Entries({ entries }: Pick<StaffPaymentDetails, 'entries'>) {
  const t = useText('admin-money');
  const lang = useLanguage();
  return (
    <div className={styles.section}>
      <h2>{t('admin-money.entries')}</h2>
      {entries.length === 0 ? (
        <p className={styles.empty}>{t('admin-money.entries.empty')}</p>
      ) : (
        <AdminTable
          caption={t('admin-money.entries')}
          isWhole
          rows={entries.map((entry, id) => ({ ...entry, id }))}
          total={entries.length}
          idOf={({ id }) => id}
          columns={[
            { key: 'account', title: t('admin-money.entry.account'), isName: true, render: ({ account }) => account },
            { key: 'kind', title: t('admin-money.movement'), render: ({ kind, movement }) => `${kind} · ${movement}` },
            {
              key: 'amount',
              title: t('admin-money.amount'),
              isNumber: true,
              render: ({ amount_kopecks }) => formatKopecks(lang, amount_kopecks),
            },
            {
              key: 'created',
              title: t('admin-money.when'),
              isNumber: true,
              render: ({ created }) => <time dateTime={created}>{formatDate(created)}</time>,
            },
          ]}
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
            <time dateTime={one.at}>{formatDateTime(one.at)}</time>
            <span>{t(`admin-money.event.${one.event}`)}</span>
            {one.said !== '' && <span className={styles.said}>{describeEvent(one)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
