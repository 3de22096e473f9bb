/** Two people who dealt with each other. */
export type Pair = readonly [number, number];

/**
 * Whether people who dealt with nobody else are a clique, whose reviews weigh nothing: two people who know only each
 * other, or more of them whose deals close a circle. A buyer without other deals makes no clique with a seller who has
 * some, because what connects them is a tree.
 */
export function isClique(people: ReadonlySet<number>, pairs: readonly Pair[]): boolean {
  if (people.size < 2) return false;
  const distinct = new Set(pairs.map(([one, other]) => `${Math.min(one, other)} ${Math.max(one, other)}`));
  return people.size === 2 || distinct.size >= people.size;
}
