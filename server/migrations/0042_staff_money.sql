-- Money in the hands of staff: parts of payments that go back, gifts with their reason, and invitations that were looked at.

alter table payments
  -- What went back of it for good.
  add column refunded_kopecks bigint not null default 0,
  add constraint payments_refunded_in_all check (refunded_kopecks between 0 and amount_kopecks);
update payments set refunded_kopecks = amount_kopecks where status = 'refunded';
create index payments_by_time on payments (created_at desc, id desc);

-- Parts of a payment go back one after another.
drop index refunds_live;
create unique index refunds_one_open on refunds (payment_id) where status in ('created', 'pending');
create index refunds_by_payment on refunds (payment_id);

-- Time that went back with a part of the price.
alter table refunds add column taken_ms bigint not null default 0 check (taken_ms >= 0);
alter table subscriptions add column shortened_ms bigint not null default 0 check (shortened_ms >= 0);

create table gifts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  what text not null check (what in ('days', 'points', 'roubles')),
  amount int not null check (amount > 0),
  reason text not null,
  given_by bigint not null references users (id),
  created_at timestamptz not null default now()
);
create index gifts_by_user on gifts (user_id, id);

alter table ledger_transactions add column gift_id bigint unique references gifts (id);
insert into ledger_accounts (code) values ('expense:gifts');

-- Who let a waiting invitation count, or not, and why.
alter table invitations
  add column reviewed_by bigint references users (id),
  add column reviewed_at timestamptz,
  add column review_comment text not null default '';
create index invitations_in_review on invitations (registered_at, id) where state = 'review';
create index invitations_reviewed on invitations (reviewed_at desc, id desc) where reviewed_at is not null;
