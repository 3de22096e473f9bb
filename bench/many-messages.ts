import type pg from 'pg';

export const TALKERS = 1100;
export const CHATS = 1000;
/** A user whose chat with the reader has many messages; all other chats have only some. */
export const LONG = { with: 1, messages: 100_000 };
export const SHORT = { with: 2, messages: 100 };
const HANDFUL = 20;
export const QUIET = { id: 1050, dialogs: 10 };

export async function insertManyMessages(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into users (id, login, password_hash, firstname, lastname, email, phone, referral_code, status, registered_at)
     overriding system value
     select n, 'talker' || n, 'x', 'Проба', 'Пробин', 'talker' || n || '@example.com', '+7900' || lpad(n::text, 7, '0'),
       'T' || translate(lpad(n::text, 7, '0'), '01', 'XY'), 'active', now()
     from generate_series(1, $1::int) as n`,
    [TALKERS],
  );
  await pool.query(
    `insert into chats (low_id, high_id, last_seq)
     select n, $1::bigint, case n when $3::int then $4::bigint when $5::int then $6::bigint else $7::bigint end from generate_series(1, $2::int) as n
     union all
     select n, $8::bigint, $7::bigint from generate_series(1, $9::int) as n`,
    [TALKERS, CHATS, LONG.with, LONG.messages, SHORT.with, SHORT.messages, HANDFUL, QUIET.id, QUIET.dialogs],
  );
  await pool.query(
    `insert into chat_members (chat_id, user_id, other_id, shown_seq, shown_at, shown_count, delivered_seq, read_seq, is_accepted)
     select id, case side when 0 then low_id else high_id end, case side when 0 then high_id else low_id end,
       last_seq, timestamptz '2026-01-01' + id * interval '1 minute', last_seq, last_seq, last_seq, true
     from chats cross join generate_series(0, 1) as side`,
  );
  await pool.query(
    `insert into messages (chat_id, seq, sender_id, client_key, content, created_at)
     select chats.id, seq, case seq % 2 when 0 then low_id else high_id end, gen_random_uuid(),
       'Сообщение ' || seq || ': могу забрать лодку сегодня вечером, если она ещё продаётся.',
       timestamptz '2025-01-01' + seq * interval '3 minutes'
     from chats, generate_series(1, last_seq) as seq`,
  );
}
