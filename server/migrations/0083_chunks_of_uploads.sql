-- The bytes of an upload in parts lie in the store of files, which all nodes share: each row is one object, and the order
-- of the ids is the order of the bytes. How many came is `received`; a node that was overtaken by another one finds there
-- that its chunk begins at the wrong place.
alter table uploads add column received bigint not null default 0,
  add constraint uploads_received_check check (received between 0 and bytes);

create table upload_chunks (
  id bigint generated always as identity primary key,
  upload_id bigint not null references uploads (id) on delete cascade,
  storage_key text not null unique,
  bytes bigint not null check (bytes > 0)
);
create index upload_chunks_upload on upload_chunks (upload_id, id);
