import {
  PAYERS_MAX,
  type StaffPayer,
  type StaffPaymentDetails,
  type StaffPaymentsFilter,
  type staffPaymentsApi,
} from '@app/contract/money/staff-payments';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getLedger, type LedgerPage } from './get-ledger.ts';
import { remainingKopecks } from './refunds/refund-state.ts';
import {
  findStaffPayer,
  findStaffPayment,
  listPaymentEntries,
  listPaymentRefunds,
  listPaymentWebhookEvents,
  listStaffPayments,
  type PaymentDetailsRow,
  presentStaffPayment,
  searchPayers,
  sumStaffPayments,
} from './staff-payments.queries.ts';

const READ = 'money.read';

export async function listPaymentsForStaff(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { page, size, ...filter }: StaffPaymentsFilter & LedgerPage,
): Promise<ResponseOf<(typeof staffPaymentsApi)['list']>> {
  const [rows, sums] = await Promise.all([
    listStaffPayments(db, filter, { limit: size, offset: (page - 1) * size }),
    sumStaffPayments(db, filter),
    recordStaffAction(db, viewer, clock(), { action: READ, details: { list: 'payments', ...filter } }),
  ]);
  return { list: rows.map(presentStaffPayment), ...sums };
}

export async function getPaymentForStaff(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<StaffPaymentDetails> {
  const payment = requireFound(await findStaffPayment(db, id));
  const [refunds, entries, webhookEvents] = await Promise.all([
    listPaymentRefunds(db, id),
    listPaymentEntries(db, id),
    listPaymentWebhookEvents(db, id),
    recordStaffAction(db, viewer, clock(), { action: READ, object: `payment:${id}`, aboutUserId: payment.user_id }),
  ]);
  return {
    ...presentStaffPayment(payment),
    provider: payment.provider,
    provider_id: payment.provider_id,
    receipt: payment.receipt,
    period: payment.period,
    refunds,
    entries,
    history: historyOf(payment, refunds, webhookEvents),
    left_kopecks: payment.status === 'succeeded' ? remainingKopecks(payment) : 0,
  };
}

type Event = StaffPaymentDetails['history'][number];

function historyOf(
  payment: PaymentDetailsRow,
  refunds: StaffPaymentDetails['refunds'],
  webhookEvents: readonly { at: string; said: string }[],
): Event[] {
  const events: (Event | null)[] = [
    { at: payment.created_at.toISOString(), event: 'created', said: '' },
    payment.pending_at && { at: payment.pending_at.toISOString(), event: 'placed', said: payment.provider_id ?? '' },
    payment.settled_at && {
      at: payment.settled_at.toISOString(),
      event: 'settled',
      said: payment.status === 'canceled' ? 'canceled' : 'succeeded',
    },
    ...webhookEvents.map((webhookEvent) => ({ ...webhookEvent, event: 'notice' as const })),
    ...refunds.flatMap(({ created, settled, status, reason }): (Event | null)[] => [
      { at: created, event: 'refund_begun', said: reason },
      settled === null
        ? null
        : { at: settled, event: status === 'canceled' ? 'refund_refused' : 'refund_done', said: '' },
    ]),
  ];
  return events.filter((event) => event !== null).sort((a, b) => a.at.localeCompare(b.at));
}

export async function findPayers(
  { db, clock }: Services,
  viewer: SignedInViewer,
  words: string,
): Promise<{ list: StaffPayer[] }> {
  const [list] = await Promise.all([
    searchPayers(db, words, PAYERS_MAX),
    recordStaffAction(db, viewer, clock(), { action: READ, details: { list: 'payers', q: words } }),
  ]);
  return { list };
}

export async function getLedgerForStaff(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  page: LedgerPage,
): Promise<ResponseOf<(typeof staffPaymentsApi)['ledger']>> {
  const { db, clock } = services;
  const payer = requireFound(await findStaffPayer(db, userId));
  const [ledger] = await Promise.all([
    getLedger(services, userId, page),
    recordStaffAction(db, viewer, clock(), { action: READ, object: `user:${userId}`, aboutUserId: userId }),
  ]);
  return { ...ledger, payer };
}
