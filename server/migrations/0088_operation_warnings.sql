-- What is about to break, while it is so: a row is told to the operator once, and removed when the condition is over.
create table operation_warnings (
  what text primary key,
  -- Percent, hours, letters, minutes, days or cases: the unit goes with `what`.
  amount integer not null,
  since timestamptz not null,
  checked_at timestamptz not null
);
