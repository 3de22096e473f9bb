-- `registration` proves to the activation page that this browser sent the registration.
alter table challenges drop constraint challenges_purpose_check;
alter table challenges add constraint challenges_purpose_check
  check (purpose in ('second_step', 'passkey_add', 'passkey_sign_in', 'registration'));

alter table users
  add column activity text not null default '',
  add column company_name text not null default '';
