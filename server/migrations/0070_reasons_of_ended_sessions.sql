-- Why a session ended, told to whoever still has its token. Only the hash of the token stands here, and no person.
create table ended_session_tokens (
  hash bytea primary key,
  reason text not null check (reason in ('password_changed', 'ended_elsewhere')),
  ended_at timestamptz not null
);
create index ended_session_tokens_age on ended_session_tokens (ended_at);
