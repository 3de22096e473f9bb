-- Who came by whose invitation, and how the reward stands. Owned by the domain invitations.

create table invitations (
  id bigint generated always as identity primary key,
  inviter_id bigint not null references users (id) on delete cascade,
  -- Everybody came by one invitation at most.
  invitee_id bigint not null unique references users (id) on delete cascade,
  source text not null check (source in ('link', 'code', 'friend')),
  state text not null
    check (state in ('invited', 'activated', 'paid', 'rewarded', 'reversed', 'review', 'refused')),
  -- Why it waits for a look or does not count.
  reason text not null default '' check (reason in ('', 'self', 'cycle', 'farm', 'repeat', 'inviter_gone')),
  -- When the link was opened, or the code entered.
  attributed_at timestamptz not null,
  registered_at timestamptz not null,
  activated_at timestamptz,
  paid_at timestamptz,
  reversed_at timestamptz,
  -- Keyed digests of where the registration came from: addresses under a key of their day. Erased after 30 days.
  address_hash bytea,
  device_hash bytea,
  mailbox_hash bytea,
  check (inviter_id <> invitee_id),
  check (state not in ('review', 'refused') or reason <> ''),
  check (paid_at is null or activated_at is not null),
  check (state not in ('paid', 'rewarded') or paid_at is not null)
);
create index invitations_newest on invitations (inviter_id, registered_at desc, id desc);
create index invitations_address on invitations (address_hash) where address_hash is not null;
create index invitations_device on invitations (device_hash) where device_hash is not null;
create index invitations_mailbox on invitations (mailbox_hash) where mailbox_hash is not null;
create index invitations_traces on invitations (registered_at)
  where address_hash is not null or device_hash is not null or mailbox_hash is not null;

-- Signs what browsers remember for us, and keys the digests above.
create table invitation_key (
  only_one boolean primary key default true check (only_one),
  key text not null
);
insert into invitation_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

insert into invitations (inviter_id, invitee_id, source, state, attributed_at, registered_at, activated_at)
select invited_by, id, 'friend', case when activated_at is null then 'invited' else 'activated' end,
  registered_at, registered_at, activated_at
from users where invited_by is not null and invited_by <> id;
