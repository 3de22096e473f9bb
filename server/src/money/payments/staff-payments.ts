import {
  PAYERS_MAX,
  type StaffPayer,
  type StaffPaymentsFilter,
  type StaffPaymentWhole,
  type staffPaymentsApi,
} from '@app/contract/money/staff-payments';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { leftOf } from './refunds/refund-state.ts';
import { type LedgerPage, showLedger } from './show-ledger.ts';
import {
  findPayersLike,
  findStaffPayment,
  listStaffPayments,
  type PaymentWhole,
  readEntries,
  readNotices,
  readRefunds,
  showPayer,
  showStaffPayment,
  sumStaffPayments,
} from './staff-payments.queries.ts';

type Reader = Pick<Services, 'db' | 'clock'>;
const READ = 'money.read';

/** Payments of everybody, with the sums of all that fit. */
export async function listEverybodysPayments(
  { db, clock }: Reader,
  viewer: SignedInViewer,
  { page, size, ...filter }: StaffPaymentsFilter & LedgerPage,
): Promise<ResponseOf<(typeof staffPaymentsApi)['list']>> {
  const [rows, sums] = await Promise.all([
    listStaffPayments(db, filter, { limit: size, offset: (page - 1) * size }),
    sumStaffPayments(db, filter),
    noteAction(db, viewer, clock(), { action: READ, details: { list: 'payments', ...filter } }),
  ]);
  return { list: rows.map(showStaffPayment), ...sums };
}

export async function showEverybodysPayment(
  { db, clock }: Reader,
  viewer: SignedInViewer,
  id: number,
): Promise<StaffPaymentWhole> {
  const payment = await findStaffPayment(db, id);
  if (payment === undefined) throw new Failure('not_found');
  const [refunds, entries, notices] = await Promise.all([
    readRefunds(db, id),
    readEntries(db, id),
    readNotices(db, id),
    noteAction(db, viewer, clock(), { action: READ, object: `payment:${id}`, aboutUserId: payment.user_id }),
  ]);
  return {
    ...showStaffPayment(payment),
    provider: payment.provider,
    provider_id: payment.provider_id,
    receipt: payment.receipt,
    period: payment.period,
    refunds,
    entries,
    history: historyOf(payment, refunds, notices),
    left_kopecks: payment.status === 'succeeded' ? leftOf(payment) : 0,
  };
}

type Event = StaffPaymentWhole['history'][number];

/** What happened, in the order of time. */
function historyOf(
  payment: PaymentWhole,
  refunds: StaffPaymentWhole['refunds'],
  notices: readonly { at: string; said: string }[],
): Event[] {
  const events: (Event | null)[] = [
    { at: payment.created_at.toISOString(), event: 'created', said: '' },
    payment.pending_at && { at: payment.pending_at.toISOString(), event: 'placed', said: payment.provider_id ?? '' },
    payment.settled_at && {
      at: payment.settled_at.toISOString(),
      event: 'settled',
      said: payment.status === 'canceled' ? 'canceled' : 'succeeded',
    },
    ...notices.map((notice) => ({ ...notice, event: 'notice' as const })),
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
  { db, clock }: Reader,
  viewer: SignedInViewer,
  words: string,
): Promise<{ list: StaffPayer[] }> {
  const [list] = await Promise.all([
    findPayersLike(db, words, PAYERS_MAX),
    noteAction(db, viewer, clock(), { action: READ, details: { list: 'payers', q: words } }),
  ]);
  return { list };
}

/** One person's whole account. */
export async function showPayersLedger(
  services: Reader,
  viewer: SignedInViewer,
  userId: number,
  page: LedgerPage,
): Promise<ResponseOf<(typeof staffPaymentsApi)['ledger']>> {
  const { db, clock } = services;
  const payer = await showPayer(db, userId);
  if (payer === undefined) throw new Failure('not_found');
  const [ledger] = await Promise.all([
    showLedger(services, userId, page),
    noteAction(db, viewer, clock(), { action: READ, object: `user:${userId}`, aboutUserId: userId }),
  ]);
  return { ...ledger, payer };
}
