-- Birthdays and who sees them; the year is optional. 29 February is kept as such.
create table birthdays (
  user_id bigint primary key references users (id) on delete cascade,
  month smallint check (month between 1 and 12),
  day smallint check (day between 1 and 31),
  year smallint check (year between 1900 and 2200),
  audience text not null default 'friends' check (audience in ('all', 'friends', 'fams', 'me')),
  -- The last day on which friends were reminded. A birthday that is moved, or deleted and given again, reminds nobody
  -- again that year: of a deleted one this day remains.
  reminded_on date,
  changed_at timestamptz not null default now(),
  check ((month is null) = (day is null))
);
create index birthdays_day on birthdays (month, day);

-- Days whose reminders were queued, by the time zone of the readers.
create table birthday_mornings (
  day date not null,
  time_zone text not null check (length(time_zone) <= 60),
  primary key (day, time_zone)
);

-- What a person wrote about another one, for themselves alone.
create table person_notes (
  user_id bigint not null references users (id) on delete cascade,
  person_id bigint not null references users (id) on delete cascade,
  note text not null check (length(note) between 1 and 1000),
  changed_at timestamptz not null default now(),
  primary key (user_id, person_id),
  check (user_id <> person_id)
);
create index person_notes_person on person_notes (person_id);
