/** SQL of a number from 0 to 1 that follows from the number of the row; another one for each `k`. */
export const dice = (row: string, k: number): string =>
  `((hashint8extended(${row}::bigint, ${k}) & 4294967295)::float8 / 4294967296)`;

/** A position in 1..size with a Zipf-like distribution: the chance is proportional to 1/position. */
export const skewed = (size: string, die: string): string => `least(floor(power(${size} + 1, ${die}))::int, ${size})`;
