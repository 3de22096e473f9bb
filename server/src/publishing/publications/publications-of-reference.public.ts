import { sql } from 'kysely';
import type { ReferenceUse } from '../../reference/reference-uses.public.ts';

/** Publications lie in cities. Without a replacement they stay, and lie nowhere. Served by publication_places_newest. */
export const PUBLICATIONS_OF_REFERENCE: ReferenceUse = {
  async move(tx, kind, { from, to }) {
    if (kind === 'city') await sql`update publication_places set city_id = ${to} where city_id = ${from}`.execute(tx);
  },
};
