import { sql } from 'kysely';
import type { ReferenceUse } from '../../reference/reference-uses.public.ts';

/** Users refer to a country and a city. Served by users_country and users_city. */
export const USERS_OF_REFERENCE: ReferenceUse = {
  counted: {
    as: 'people',
    async count(tx, kind, id) {
      if (kind === 'category') return 0;
      const { rows } = await sql<{ count: number }>`
        select count(*) from users where ${sql.ref(`${kind}_id`)} = ${id}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
  },
  async move(tx, kind, { from, to }) {
    // Raises the revision, so that open settings forms detect the change.
    if (kind === 'country')
      await sql`update users set country_id = ${to}, revision = revision + 1 where country_id = ${from}`.execute(tx);
    if (kind === 'city')
      await sql`
        update users set country_id = c.country_id, city_id = c.id, revision = revision + 1
        from cities c where c.id = ${to} and users.city_id = ${from}`.execute(tx);
  },
};
