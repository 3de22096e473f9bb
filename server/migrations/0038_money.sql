-- Whole money: what people hold and owe, top-ups, refunds, saved cards with their automatic charges, and receipts.

alter table payments drop constraint payments_kind_check, drop constraint payments_status_check;
alter table payments
  add constraint payments_kind_check check (kind in ('subscription', 'topup')),
  add constraint payments_status_check
    check (status in ('created', 'pending', 'held', 'succeeded', 'canceled', 'refunding', 'refunded')),
  -- The saved card that an automatic charge was made from, as the provider knows it. Null: the payer was there.
  add column saved_method text,
  add column receipt_state text check (receipt_state in ('pending', 'succeeded', 'canceled')),
  add column receipt_url text,
  add column receipt_number text;

drop index payments_open;
create index payments_open on payments (next_check_at) where status in ('created', 'pending', 'held');
create index payments_without_receipt on payments (next_check_at) where receipt_state = 'pending';
-- One automatic charge of a person at a time.
create unique index payments_one_charge on payments (user_id)
  where saved_method is not null and status in ('created', 'pending', 'held');

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'canceled')),
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- Who of the staff gave it back. Null: the payer, or the provider by itself.
  given_by bigint references users (id),
  reason text not null default '',
  idempotency_key uuid not null default gen_random_uuid() unique,
  provider_id text,
  receipt_state text check (receipt_state in ('pending', 'succeeded', 'canceled')),
  receipt_url text,
  receipt_number text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  next_check_at timestamptz not null default now() + interval '15 seconds',
  check (status in ('created', 'canceled') or provider_id is not null)
);
-- A payment goes back once; a refund that the provider refused may be tried again.
create unique index refunds_live on refunds (payment_id) where status <> 'canceled';
create unique index refunds_by_provider on refunds (provider_id, payment_id);
create index refunds_open on refunds (next_check_at) where status in ('created', 'pending');
create index refunds_without_receipt on refunds (next_check_at) where receipt_state = 'pending';

-- A year that was given back keeps its row. `used_at`: its person published something in it.
alter table subscriptions
  add column used_at timestamptz,
  add column revoked_at timestamptz;

-- One row for everybody who ever ticked autopay.
create table autopays (
  user_id bigint primary key references users (id),
  is_on boolean not null default false,
  -- The saved card; all null when there is none.
  method_id text,
  method_kind text,
  method_title text,
  -- Cards of payments that were begun before are not saved any more.
  stopped_at timestamptz,
  -- What comes next in this turn, and when. Null: nothing, or the answer to a charge.
  step text check (step in ('first_notice', 'second_notice', 'charge')),
  act_at timestamptz,
  charge_at timestamptz,
  charges int not null default 0,
  check ((method_id is null) = (method_kind is null) and (method_id is null) = (method_title is null)),
  check (not is_on or method_id is not null),
  check ((step is null) = (act_at is null)),
  check (is_on or step is null)
);
create index autopays_due on autopays (act_at) where act_at is not null;

-- Accounts of people: what we owe them (balance, bonus) and what they owe us (points that were taken back after they were spent).
alter table ledger_accounts
  add column user_id bigint references users (id),
  add column purse text check (purse in ('balance', 'bonus', 'owed')),
  -- The sum of the entries as the person sees it, kept by the trigger below: nobody's is ever negative.
  add column held_kopecks bigint not null default 0 check (held_kopecks >= 0),
  add check ((user_id is null) = (purse is null)),
  add unique (user_id, purse);

insert into ledger_accounts (code) values ('income:promotion'), ('expense:bonus'), ('refunds'), ('refunds_due');

alter table ledger_transactions
  add column user_id bigint references users (id),
  -- What it happened for, once.
  add column source_key text unique,
  add column reason text,
  add column refund_id bigint references refunds (id),
  add column reverses_id bigint unique references ledger_transactions (id);
update ledger_transactions t set user_id = p.user_id from payments p where p.id = t.payment_id;
create index ledger_transactions_by_user on ledger_transactions (user_id, id desc);

-- A refund that was refused and tried again is booked again.
alter table ledger_transactions drop constraint ledger_transactions_payment_id_kind_key;
create unique index ledger_transactions_payment_id_kind_key on ledger_transactions (payment_id, kind) where refund_id is null;
create unique index ledger_transactions_refund_id_kind_key on ledger_transactions (refund_id, kind);

create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function ledger_is_append_only();

create function keep_purse() returns trigger language plpgsql as $$
begin
  update ledger_accounts
  set held_kopecks = held_kopecks + case purse when 'owed' then new.amount_kopecks else -new.amount_kopecks end
  where id = new.account_id and user_id is not null;
  return null;
end
$$;
create trigger ledger_entries_keep_purse after insert on ledger_entries
  for each row execute function keep_purse();

-- What `virtualpay` and `bonus` show: copies of the purses, written in the same transaction.
alter table users
  add constraint users_virtualpay_held check (virtualpay_kopecks >= 0),
  add constraint users_bonus_held check (bonus_kopecks >= 0);

-- The sandbox's side of the same.
alter table sandbox_payments drop constraint sandbox_payments_status_check;
alter table sandbox_payments
  add constraint sandbox_payments_status_check check (status in ('pending', 'held', 'succeeded', 'canceled')),
  add column capture boolean not null default true,
  add column save_method boolean not null default false,
  add column method_id uuid,
  add column refuses_refund boolean not null default false;

create table sandbox_methods (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  -- A card without money: every later charge is refused.
  refuses boolean not null
);

create table sandbox_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references sandbox_payments (id),
  idempotence_key text not null unique,
  request_hash text not null,
  amount_kopecks bigint not null,
  currency text not null,
  status text not null check (status in ('pending', 'succeeded', 'canceled')),
  created_at timestamptz not null default now()
);
