import { type StaffPayment, StaffPaymentsFilter, staffPaymentsApi } from '@app/contract/money/staff-payments';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { findTimeZone } from '../../platform/find-time-zone.ts';
import { type CsvColumn, streamCsv } from '../../platform/formats/csv.ts';
import { bind } from '../../platform/http/bind.ts';
import { requireStaff } from '../../platform/http/staff-route.ts';
import { grantManualCredit } from './grant-manual-credit.ts';
import { refundByStaff } from './refunds/refund-payment.ts';
import { eachStaffPayment } from './staff-payments.queries.ts';
import { findPayers, getLedgerForStaff, getPaymentForStaff, listPaymentsForStaff } from './staff-payments.ts';

const COLUMNS: readonly CsvColumn<StaffPayment>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'created', value: ({ created }) => new Date(created) },
  { name: 'settled', value: ({ settled }) => settled && new Date(settled) },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'status', value: ({ status }) => status },
  { name: 'roubles', value: ({ amount_kopecks }) => amount_kopecks / 100 },
  { name: 'refunded_roubles', value: ({ refunded_kopecks }) => refunded_kopecks / 100 },
  { name: 'method', value: ({ method }) => method },
  { name: 'automatic', value: ({ auto }) => auto },
  { name: 'payer_id', value: ({ payer }) => payer.id },
  { name: 'payer_login', value: ({ payer }) => payer.login },
  { name: 'payer_name', value: ({ payer }) => `${payer.firstname} ${payer.lastname}`.trim() },
  { name: 'payer_email', value: ({ payer }) => payer.email },
];

/** Payment pages for staff. Every view is audited. */
export function registerStaffPayments(app: FastifyInstance, services: Services): void {
  bind(app, services, staffPaymentsApi, {
    list: ({ viewer, query }) => listPaymentsForStaff(services, viewer, query),
    one: ({ viewer, params }) => getPaymentForStaff(services, viewer, params.id),
    refund: ({ viewer, params, body, idempotency }) => refundByStaff(services, viewer, params.id, body, idempotency),
    payers: ({ viewer, query }) => findPayers(services, viewer, query.q),
    ledger: ({ viewer, params, query }) => getLedgerForStaff(services, viewer, params.user_id, query),
    addManualCredit: ({ viewer, params, body, idempotency }) =>
      grantManualCredit(services, viewer, params.user_id, body, idempotency),
  });
  app.downloads.push({
    paths: ['/api/payments/export.csv'],
    types: ['text/csv'],
    access: 'staff',
    permission: 'money.read',
    summary: 'Payments of everybody that match the filter, as a table.',
    query: StaffPaymentsFilter,
  });
  app.get('/api/payments/export.csv', async (request, reply) => {
    const viewer = await requireStaff(services, request, 'money.read');
    const filter = StaffPaymentsFilter.safeParse(request.query);
    if (!filter.success) throw new Failure('invalid_input');
    await recordStaffAction(services.db, viewer, services.clock(), { action: 'money.export', details: filter.data });
    const timeZone = await findTimeZone(services.db, viewer.userId);
    return streamCsv(reply, 'okolo-payments', COLUMNS, eachStaffPayment(services.db, filter.data), timeZone);
  });
}
