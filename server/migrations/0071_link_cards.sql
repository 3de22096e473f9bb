-- What pages say about themselves, for the messages that link to them. Kept by address for a week; no person stands here.
create table link_cards (
  -- SHA-256 of the address in base64url: addresses are too long for an index.
  key text primary key,
  url text not null,
  title text not null default '',
  description text not null default '',
  site_name text not null default '',
  image_id bigint,
  -- Of the job that fetches the page now; a job that died loses the claim after a while.
  claimed_at timestamptz,
  -- Null until the page has been read once.
  fetched_at timestamptz,
  -- A page that cannot be read is left alone for an hour.
  failed_at timestamptz
);
create index link_cards_image on link_cards (image_id) where image_id is not null;

-- Fetches that a person's messages caused, kept for the hour that the limit counts.
create table link_fetches (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  at timestamptz not null
);
create index link_fetches_user on link_fetches (user_id, at);

-- The card of a message: null without a link, in a message request, and where the sender left the card out.
alter table messages add column link_key text;
create index messages_link_key on messages (link_key, chat_id) where link_key is not null;
alter table scheduled_messages add column has_link_card boolean not null default true;
