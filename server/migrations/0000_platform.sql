create extension if not exists pg_trgm;

-- One row per Idempotency-Key that a client sent with a creation; result_id is filled in the creation's own transaction.
create table idempotency_keys (
  scope text not null,
  key text not null,
  endpoint text not null,
  fingerprint text not null,
  result_id bigint,
  created_at timestamptz not null default now(),
  primary key (scope, key, endpoint)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
