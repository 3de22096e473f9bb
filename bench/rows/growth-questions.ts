import pg from 'pg';
import { READER, READERS } from '../data/whole-site.ts';
import { type Questions, REQUESTS, type Reader } from './growth-calls.ts';

const CITIES = 5;

export async function chooseQuestions(
  connection: pg.PoolConfig,
  tokenFor: (userId: number) => Promise<string>,
): Promise<Questions> {
  const client = new pg.Client(connection);
  await client.connect();
  const list = async (text: string, values: unknown[] = []): Promise<number[]> =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  try {
    const [newest = 0] = await list('select max(id) as id from users');
    const readers: Reader[] = [];
    for (let id = newest; id > newest - READERS; id--) {
      const chats = await list(
        `select other_id as id from chat_members where user_id = $1 and shown_count >= ${READER.chatLength} order by shown_count desc, other_id`,
        [id],
      );
      const [playlist] = await list('select id from playlists where user_id = $1', [id]);
      const [longest, short] = [chats.at(0), chats.at(-1)];
      if (!longest || !short || !playlist) throw new Error(`Reader ${id} has no conversations or no music`);
      readers.push({ id, token: await tokenFor(id), chats: [longest, short], playlist });
    }
    const spread = (table: string, condition: string): Promise<number[]> =>
      list(
        // Their ids have no gaps; those of what an earlier run wrote lie far behind.
        `select (select id from ${table} where ${condition} and id > k * (select count(*) from ${table}) / $1 order by id limit 1) as id
         from generate_series(0, $1::bigint - 1) k`,
        [REQUESTS],
      );
    const cities = await list(
      'select city_id as id from ad_counts where category_id = 0 and country_id = 0 and city_id <> 0 order by public desc, city_id',
    );
    return {
      readers,
      ads: await spread('ads', 'is_public'),
      people: await spread('users', 'true'),
      cities: cities.slice(0, CITIES),
      smallCity: cities[20 * CITIES] ?? cities.at(-1) ?? 1,
    };
  } finally {
    await client.end();
  }
}
