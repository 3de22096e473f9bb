-- What finds the newest people with a name first: the spans of ids that a person's id lies in, of 4,096 ids and of four
-- times as many on each further level, told apart by the level (SPANS in find-people.ts); and the city, as a negative
-- number. Not strict, so that it is inlined: it is computed for each person who is found.
create function users_search_keys(id bigint, city_id bigint) returns bigint[] language sql immutable parallel safe
  return array[
    id / 4096 * 8, id / 16384 * 8 + 1, id / 65536 * 8 + 2, id / 262144 * 8 + 3, id / 1048576 * 8 + 4, id / 4194304 * 8 + 5,
    -city_id
  ];
