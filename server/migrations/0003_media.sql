-- Pictures that people sent, as they are kept: re-encoded, in a few widths, named by their content.
-- A width is served at '/media/' || base_key || '-' || width || '.webp'; two rows with the same picture share the files.

create table media_images (
  id bigint generated always as identity primary key,
  -- Null: sent by nobody (demonstration data), or by somebody who is gone.
  owner_id bigint references users (id) on delete set null,
  kind text not null check (kind in ('photo', 'avatar')),
  base_key text not null,
  -- Of the largest width that is kept, upright.
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- Base64.
  thumbhash text not null,
  widths int[] not null,
  -- Of all widths together.
  bytes int not null,
  -- Over all widths together, in hex; base_key is made of it.
  sha256 text not null,
  -- unclaimed: uploaded, nothing shows it yet; claimed: something shows it; garbage: nothing does any more.
  state text not null default 'unclaimed' check (state in ('unclaimed', 'claimed', 'garbage')),
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  released_at timestamptz
);

create index media_images_base_key on media_images (base_key);
create index media_images_owner_id on media_images (owner_id);
create index media_images_swept on media_images (created_at) where state <> 'claimed';
