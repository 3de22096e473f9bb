import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition that the reader, an expression, is in the audience of an ad. Blocks do not matter: an ad for everybody
 * is shown to anybody, and a block ends a friendship. The alias `a` is the ad.
 */
export const isInAdAudienceSql = (reader: string): string =>
  `(a.audience = 'all' or coalesce(a.owner_id = ${reader}, false) or exists (select from friends
    where friends.user_id = a.owner_id and friends.friend_id = ${reader} and (a.audience = 'friends' or friends.is_relative)))`;

/** The condition between its mentions of the reader. */
const PARTS = isInAdAudienceSql('?')
  .split('?')
  .map((part) => sql.raw(part));

/** As {@link isInAdAudienceSql}, for statements that Kysely builds. */
export const isInAdAudience = (reader: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(PARTS, reader)}`;

/**
 * SQL condition that people in the audience of an ad write about it: also while its owner is on vacation, when only the
 * link shows it. The alias `a` is the ad.
 */
export const isOpenToMessages = sql<boolean>`(a.is_public or a.is_circle_only
  or a.owner_away and a.enabled and a.archived_at is null and a.blocked_at is null and a.held_at is null and a.deal <> 'sold')`;
