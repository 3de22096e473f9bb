import type { PAYMENT_STATUSES, PaymentKind, PaymentMethod } from '@app/contract/payments';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

type WrittenOnce<T> = ColumnType<T, T, never>;
type DatabaseTime = ColumnType<Date, Date | undefined, Date>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface PaymentsTable {
  id: Generated<number>;
  user_id: WrittenOnce<number>;
  kind: Generated<PaymentKind>;
  status: Generated<PaymentStatus>;
  amount_kopecks: WrittenOnce<number>;
  currency: Generated<string>;
  method: WrittenOnce<PaymentMethod | null>;
  autopay: WrittenOnce<boolean>;
  provider: WrittenOnce<string>;
  provider_id: string | null;
  confirmation_url: string | null;
  idempotency_key: Generated<string>;
  description: WrittenOnce<string>;
  customer_email: WrittenOnce<string>;
  return_url: WrittenOnce<string>;
  created_at: DatabaseTime;
  pending_at: OptionalTime;
  settled_at: OptionalTime;
  checked_at: OptionalTime;
  next_check_at: DatabaseTime;
}

export interface PaymentNoticesTable {
  id: Generated<number>;
  payment_id: WrittenOnce<number>;
  provider: WrittenOnce<string>;
  object_id: WrittenOnce<string>;
  event: WrittenOnce<string>;
  received_at: DatabaseTime;
  processed_at: OptionalTime;
}

export interface SubscriptionsTable {
  id: Generated<number>;
  user_id: WrittenOnce<number>;
  payment_id: WrittenOnce<number | null>;
  paid_from: Date;
  paid_until: Date;
  created_at: DatabaseTime;
}

export interface LedgerAccountsTable {
  id: Generated<number>;
  code: WrittenOnce<string>;
}

export interface LedgerTransactionsTable {
  id: Generated<number>;
  kind: WrittenOnce<string>;
  payment_id: WrittenOnce<number | null>;
  created_at: DatabaseTime;
}

export interface LedgerEntriesTable {
  id: Generated<number>;
  transaction_id: WrittenOnce<number>;
  account_id: WrittenOnce<number>;
  amount_kopecks: WrittenOnce<number>;
}

export interface SandboxPaymentsTable {
  id: Generated<string>;
  idempotence_key: WrittenOnce<string>;
  request_hash: WrittenOnce<string>;
  form_token: WrittenOnce<string>;
  status: Generated<'pending' | 'succeeded' | 'canceled'>;
  amount_kopecks: WrittenOnce<number>;
  currency: WrittenOnce<string>;
  method: WrittenOnce<PaymentMethod | null>;
  description: WrittenOnce<string>;
  return_url: WrittenOnce<string>;
  metadata: JSONColumnType<Record<string, string>, string, never>;
  created_at: DatabaseTime;
  pays_at: OptionalTime;
  settled_at: OptionalTime;
}

export interface PaymentsTables {
  payments: PaymentsTable;
  payment_notices: PaymentNoticesTable;
  subscriptions: SubscriptionsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
  sandbox_payments: SandboxPaymentsTable;
}
