import type {
  BonusReason,
  ManualCreditKind,
  PAYMENT_STATUSES,
  PaymentKind,
  PaymentMethod,
  Receipt,
} from '@app/contract/money/payments';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

type WrittenOnce<T> = ColumnType<T, T, never>;
type DatabaseTime = ColumnType<Date, Date | undefined, Date>;
type ReceiptState = ColumnType<Receipt['state'] | null, Receipt['state'] | null | undefined, Receipt['state'] | null>;
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
  /** '' when the person is erased: that it was an automatic payment stays. */
  saved_method: WrittenOnce<string | null | undefined>;
  refunded_kopecks: Generated<number>;
  receipt_state: ReceiptState;
  receipt_url: string | null;
  receipt_number: string | null;
}

export type RefundStatus = 'created' | 'pending' | 'succeeded' | 'canceled';

export interface RefundsTable {
  id: Generated<number>;
  payment_id: WrittenOnce<number>;
  status: Generated<RefundStatus>;
  amount_kopecks: WrittenOnce<number>;
  given_by: WrittenOnce<number | null>;
  reason: string;
  taken_ms: Generated<number>;
  idempotency_key: Generated<string>;
  provider_id: string | null;
  receipt_state: ReceiptState;
  receipt_url: string | null;
  receipt_number: string | null;
  created_at: DatabaseTime;
  settled_at: OptionalTime;
  next_check_at: DatabaseTime;
}

export type AutopayStep = 'first_notice' | 'second_notice' | 'charge';

export interface AutopaysTable {
  user_id: number;
  is_on: Generated<boolean>;
  method_id: string | null;
  method_kind: PaymentMethod | null;
  method_title: string | null;
  stopped_at: OptionalTime;
  step: AutopayStep | null;
  act_at: OptionalTime;
  charge_at: OptionalTime;
  charges: Generated<number>;
}

export interface PaymentWebhookEventsTable {
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
  used_at: OptionalTime;
  revoked_at: OptionalTime;
  shortened_ms: Generated<number>;
}

interface ManualCreditsTable {
  id: Generated<number>;
  user_id: WrittenOnce<number>;
  what: WrittenOnce<ManualCreditKind>;
  amount: WrittenOnce<number>;
  reason: string;
  given_by: WrittenOnce<number>;
  created_at: DatabaseTime;
}

export type BalanceKind = 'balance' | 'bonus' | 'owed';

export interface LedgerAccountsTable {
  id: Generated<number>;
  code: WrittenOnce<string>;
  user_id: WrittenOnce<number | null | undefined>;
  balance_kind: WrittenOnce<BalanceKind | null | undefined>;
  balance_kopecks: Generated<number>;
}

/** Kinds of ledger transactions. `refund_paid`: the provider has paid out the due refund. */
export type LedgerTransactionKind =
  | 'subscription_sale'
  | 'topup'
  | 'refund'
  | 'refund_undone'
  | 'refund_paid'
  | 'promotion'
  | 'returned'
  | 'bonus'
  | 'bonus_taken'
  | 'gift';

export interface LedgerTransactionsTable {
  id: Generated<number>;
  kind: WrittenOnce<LedgerTransactionKind>;
  payment_id: WrittenOnce<number | null | undefined>;
  created_at: DatabaseTime;
  user_id: WrittenOnce<number | null | undefined>;
  source_key: WrittenOnce<string | null | undefined>;
  reason: WrittenOnce<BonusReason | null | undefined>;
  refund_id: WrittenOnce<number | null | undefined>;
  reverses_id: WrittenOnce<number | null | undefined>;
  manual_credit_id: WrittenOnce<number | null | undefined>;
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
  status: Generated<'pending' | 'held' | 'succeeded' | 'canceled'>;
  amount_kopecks: WrittenOnce<number>;
  currency: WrittenOnce<string>;
  method: WrittenOnce<PaymentMethod | null>;
  description: WrittenOnce<string>;
  return_url: WrittenOnce<string>;
  metadata: JSONColumnType<Record<string, string>, string, never>;
  created_at: DatabaseTime;
  pays_at: OptionalTime;
  settled_at: OptionalTime;
  capture: Generated<boolean>;
  save_method: Generated<boolean>;
  method_id: string | null;
  refuses_refund: Generated<boolean>;
}

export interface SandboxMethodsTable {
  id: Generated<string>;
  title: string;
  refuses: boolean;
}

export interface SandboxRefundsTable {
  id: Generated<string>;
  payment_id: WrittenOnce<string>;
  idempotence_key: WrittenOnce<string>;
  request_hash: WrittenOnce<string>;
  amount_kopecks: WrittenOnce<number>;
  currency: WrittenOnce<string>;
  status: 'pending' | 'succeeded' | 'canceled';
  created_at: DatabaseTime;
}

export interface PaymentsTables {
  payments: PaymentsTable;
  payment_webhook_events: PaymentWebhookEventsTable;
  refunds: RefundsTable;
  autopays: AutopaysTable;
  subscriptions: SubscriptionsTable;
  manual_credits: ManualCreditsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
  sandbox_payments: SandboxPaymentsTable;
  sandbox_methods: SandboxMethodsTable;
  sandbox_refunds: SandboxRefundsTable;
}
