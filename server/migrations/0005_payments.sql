-- Payments for the annual subscription, what providers told us, the periods they bought, and the money in double entry.

create table payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null default 'subscription' check (kind in ('subscription')),
  status text not null default 'created' check (status in ('created', 'pending', 'succeeded', 'canceled', 'refunded')),
  amount_kopecks bigint not null check (amount_kopecks > 0),
  currency text not null default 'RUB' check (currency ~ '^[A-Z]{3}$'),
  -- Null: the provider's page asks.
  method text,
  autopay boolean not null default false,
  provider text not null,
  provider_id text,
  confirmation_url text,
  -- What the provider sees in the Idempotence-Key header. A repeated call must carry the same body,
  -- so the three texts that could change meanwhile are kept as they were first sent.
  idempotency_key uuid not null default gen_random_uuid() unique,
  description text not null,
  customer_email text not null,
  return_url text not null,
  created_at timestamptz not null default now(),
  pending_at timestamptz,
  settled_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null default now() + interval '15 seconds',
  unique (provider, provider_id),
  check (status in ('created', 'canceled') or provider_id is not null)
);

create index payments_by_user on payments (user_id, id desc);
create index payments_open on payments (next_check_at) where status in ('created', 'pending');

-- One row for each thing a provider told about one of our payments, however often it repeats itself.
-- Nothing in a notice but the payment's identifier is believed, so nothing else of it is kept.
create table payment_notices (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  provider text not null,
  object_id text not null,
  event text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  unique (provider, object_id, event)
);

create index payment_notices_by_payment on payment_notices (payment_id);

-- Periods of a person's subscription. No payment: a period given by the house.
create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  payment_id bigint unique references payments (id),
  paid_from timestamptz not null,
  paid_until timestamptz not null,
  created_at timestamptz not null default now(),
  check (paid_until > paid_from)
);

create index subscriptions_by_user on subscriptions (user_id, paid_until desc);

create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique
);

insert into ledger_accounts (code) values ('provider:sandbox'), ('provider:yookassa'), ('income:subscriptions');

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  payment_id bigint references payments (id),
  created_at timestamptz not null default now(),
  unique (payment_id, kind)
);

-- Kopecks; what comes to an account is positive, what leaves it negative.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  account_id bigint not null references ledger_accounts (id),
  amount_kopecks bigint not null check (amount_kopecks <> 0)
);

create index ledger_entries_by_transaction on ledger_entries (transaction_id);
create index ledger_entries_by_account on ledger_entries (account_id, id desc);

create function ledger_transaction_balances() returns trigger language plpgsql as $$
declare
  off bigint;
begin
  select coalesce(sum(amount_kopecks), 0) into off from ledger_entries where transaction_id = new.transaction_id;
  if off <> 0 then
    raise exception 'ledger transaction % is off by % kopecks', new.transaction_id, off using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_transaction_balances();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: post a correcting transaction' using errcode = 'check_violation';
end
$$;

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function ledger_is_append_only();

-- The sandbox provider's own books: it plays an outside service and shares nothing with the tables above.
create table sandbox_payments (
  id uuid primary key default gen_random_uuid(),
  idempotence_key text not null unique,
  request_hash text not null,
  form_token text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'canceled')),
  amount_kopecks bigint not null check (amount_kopecks > 0),
  currency text not null,
  method text,
  description text not null,
  return_url text not null,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  -- Money that is on its way: the payment counts as succeeded from this moment on.
  pays_at timestamptz,
  settled_at timestamptz
);
