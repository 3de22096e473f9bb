import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { streamsApi } from '@app/contract/live/streams';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { drawsApi } from '@app/contract/market/draws';
import { favoritesApi } from '@app/contract/market/favorites';
import { followsApi } from '@app/contract/market/follows';
import { meetingsApi } from '@app/contract/market/meetings';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { searchesApi } from '@app/contract/market/searches';
import { sellerFeedsApi } from '@app/contract/market/seller-feeds';
import { sellerSettingsApi } from '@app/contract/market/seller-settings';
import { chatApi } from '@app/contract/messaging/chat';
import { chatFilesApi } from '@app/contract/messaging/chat-files';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { authApi } from '@app/contract/people/auth';
import { birthdaysApi } from '@app/contract/people/birthdays';
import { circleApi } from '@app/contract/people/circle';
import { consentsApi } from '@app/contract/people/consents';
import { exportsApi } from '@app/contract/people/exports';
import { mutedWordsApi } from '@app/contract/people/muted-words';
import { personNotesApi } from '@app/contract/people/person-notes';
import { usersApi } from '@app/contract/people/users';
import { CONSENT_VERSION } from '@app/contract/platform/documents';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { collectionsApi } from '@app/contract/publishing/collections';
import { commentsApi } from '@app/contract/publishing/comments';
import { musicApi } from '@app/contract/publishing/music';
import { publicationsApi } from '@app/contract/publishing/publications';
import { feedbackApi } from '@app/contract/staff/feedback';
import { complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeStream } from '../../../src/live/streams/change-stream.ts';
import { creditBonus } from '../../../src/money/payments/payments.public.ts';
import { erasePeople } from '../../../src/people/auth/erase-people.job.ts';
import { countWaiting } from '../../count-waiting.ts';
import { runPeriodicJobs, runQueuedJobs } from '../../queued-jobs.ts';
import { wav } from '../../uploads/sounds.ts';
import { type Actor, createWorld, PASSWORD, type TestCall, type World } from '../../world.ts';
import { fillEmptyTexts } from './fill-empty-texts.ts';
import { findInFiles, findTraces } from './find-traces.ts';

const DAY_MS = 86_400_000;
const FEED = 'external_id;board_title;board_description\n1;Клетка зяблика;Новая\n';
const AGENT = 'KanareikaBrowser/7';
const ADDRESS = '203.0.113.77';
const INN = '7707083893';

let now = Date.now();
let log = '';
let world: World;
beforeAll(async () => {
  world = await createWorld({
    clock: () => new Date(now),
    environment: { LOG_LEVEL: 'debug' },
    logTo: {
      write(line) {
        log += line;
      },
    },
  });
});
afterAll(() => world.close());

/** Keys of the files that are in the store, of each size once. */
async function listStoredFiles(): Promise<string[]> {
  const folder = path.join(world.services.config.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return [...new Set(files.map((file) => path.relative(folder, file).replace(/(-\d+)?\.\w+$/, '')))].sort();
}

/** Keys of the files that a person published or received. */
async function listFilesOf(userId: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select f.storage_key from post_files f join publications p on p.id = f.publish_id where p.user_id = ${userId}
    union select storage_key from chat_files where ${userId} = any (reader_ids) and state = 'sent'`.execute(
    world.services.db,
  );
  return rows.map(({ storage_key }) => storage_key).sort();
}

const does = async <E extends AnyEndpoint>(who: Actor, endpoint: E, input: TestCall<E> = {}) => {
  const { statusCode, body } = await world.call(who, endpoint, {
    ...input,
    headers: { 'user-agent': AGENT, 'x-forwarded-for': ADDRESS, ...input.headers },
  });
  expect({ path: endpoint.path, statusCode, code: body.code }).toEqual({ path: endpoint.path, statusCode: 200 });
  return body;
};

const picture = async (background: string) => ({
  name: 'kanareika.png',
  type: 'image/png',
  bytes: await sharp({ create: { width: 600, height: 500, channels: 3, background } })
    .png()
    .toBuffer(),
});

/** A meeting that the seller cancelled, after each chose the other one’s side of the family. */
async function cancelledMeeting(seller: Actor, buyer: Actor, board_id: number): Promise<void> {
  const at = new Date(now + DAY_MS).toISOString();
  const { id } = await does(buyer, meetingsApi.propose, {
    body: { board_id, user_id: seller.id, place: 'Вход в почту', note: 'Зяблик в клетке', at },
  });
  await does(seller, meetingsApi.accept, { params: { id } });
  await does(seller, meetingsApi.cancel, { params: { id }, body: { reason: 'Зяблик заболел' } });
  await sql`
    update meeting_sides set relative_id = case user_id when ${seller.id} then ${buyer.id}::bigint else ${seller.id} end
    where meeting_id = ${id}`.execute(world.services.db);
}

/** A deal that both confirmed, with a review and an answer each way. Only the erased person’s answers name a finch. */
async function dealAndReview(seller: Actor, buyer: Actor, board_id: number): Promise<void> {
  const { id: offerId, deal_id } = await does(buyer, dealsApi.offer, { body: { board_id, price: 4000 } });
  await does(seller, dealsApi.accept, { params: { id: offerId } });
  await cancelledMeeting(seller, buyer, board_id);
  for (const actor of [seller, buyer]) await does(actor, dealsApi.confirm, { params: { id: deal_id } });
  for (const [author, subject] of [
    [seller, buyer],
    [buyer, seller],
  ] as const) {
    const isOther = subject.login === 'kanareika';
    const body = { stars: 4, content: isOther ? 'Зяблик был точен' : 'Всё точно' };
    const { id } = await does(author, dealsApi.review, { params: { id: deal_id }, body });
    const content = isOther ? 'Зяблик благодарит' : 'Спасибо';
    await does(subject, dealsApi.answer, { params: { id }, body: { content } });
  }
}

/** Columns that only staff fill and the scene leaves empty. */
const UNSEEN: readonly string[] = [
  'approvals.asked_by',
  'approvals.decided_by',
  'complaints.decided_by',
  'invitation_codes.used_by',
  'invitations.reviewed_by',
  'manual_credits.given_by',
  'moderation_cases.excluded_staff_id',
  'moderation_cases.resolved_by',
  'moderation_cases.taken_by',
  'refunds.given_by',
  'registration_requests.user_id',
  'sanctions.decided_by',
  'sanctions.lifted_by',
];

/** Columns that may refer to an erased user; the reason why the user's row stays. */
const STAYS: Readonly<Record<string, string>> = {
  'approvals.about_user_id': 'that staff asked for it, and who approved, without what they wrote',
  'chat_members.user_id': 'a dialog has two ends: the other one keeps it, and this row says nothing else',
  'comments.user_id': 'what others received stays, under nobody’s name',
  'complaints.about_user_id': 'who complained keeps their complaint; what it quoted is erased',
  'complaints.decided_by': 'the staff’s decisions stay',
  'deal_offers.author_id': 'prices that the other one of a deal was offered',
  'deal_reviews.author_id': 'what others received stays, under nobody’s name',
  'deals.buyer_id': 'the other one keeps the deal and its review',
  'deals.seller_id': 'the same from the other side',
  'invitations.invitee_id': 'who invited keeps the count; nothing says whom',
  'invitations.inviter_id': 'by whose invitation others came stays theirs; it names nobody any more',
  'invitations.reviewed_by': 'the staff’s decisions stay',
  'ledger_accounts.user_id': 'the books',
  'ledger_transactions.user_id': 'the books',
  'manual_credits.given_by': 'the staff’s decisions stay',
  'manual_credits.user_id': 'the books',
  'media_images.owner_id': 'pictures that wait for the sweep',
  'moderation_cases.about_user_id': 'the staff’s decisions stay, without what they quoted',
  'payments.user_id': 'the books',
  'publication_comments.user_id': 'what others received stays, under nobody’s name',
  'refunds.given_by': 'the staff’s decisions stay',
  'seller_votes.author_id': 'ratings that others got stay theirs',
  'seller_votes.seller_id': 'the same from the other side',
  'subscriptions.user_id': 'the books',
  'users.invited_by': 'an id that names nobody any more',
};

/** Columns that keep what a row about an erased user holds; the reason why. */
const KEPT_TEXTS: Readonly<Record<string, string>> = {
  'approvals.people_state': 'one of the states of people that staff filter by',
  'calls.listening': 'numbers of tracks while a call lasts; an ended call has none',
  'chat_files.poster_key': 'a key of a file that the other one of the chat received',
  'complaints.answer': 'what staff answered to the one who complained',
  'complaints.holder': 'whose rights the one who complained named',
  'complaints.message': 'what the one who complained wrote',
  'moderation_cases.outcome': 'one of the decisions of staff',
  'payments.method': 'one of the ways to pay',
  'payments.receipt_number': 'the books: receipts are kept for five years by law',
  'payments.receipt_url': 'the books: receipts are kept for five years by law',
};

/** Whether a row holds one of the words elsewhere than in {@link KEPT_TEXTS}. */
function holdsMore(trace: string, words: readonly string[]): boolean {
  const rest = Object.keys(KEPT_TEXTS).reduce((text, column) => text.replaceAll(`Зяблик ${column}`, ''), trace);
  return words.some((word) => rest.toLowerCase().includes(word.toLowerCase()));
}

/** Lists references to users by foreign keys, or by the usual column names without one; partitions go with their table. */
async function listReferences(): Promise<{ name: string; table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass
    union
    select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bigint'
      and not (select relispartition from pg_class where oid = c.table_name::regclass)
      and c.column_name in ('user_id', 'owner_id', 'author_id', 'person_id', 'friend_id', 'inviter_id', 'invitee_id')
    order by 1, 2`.execute(world.services.db);
  return rows.map(({ table, column }) => ({ name: `${table}.${column}`, table, column }));
}

async function countReferences(userId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, table, column } of await listReferences()) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(
      world.services.db,
    );
    if (rows[0] !== undefined && rows[0].count > 0) counts[name] = rows[0].count;
  }
  return counts;
}

test('of an erased person no table, file or line of the log keeps a word', async () => {
  const { services } = world;
  const { db } = services;
  const person = await world.user({
    paid: true,
    firstname: 'Канарейка',
    lastname: 'Зяблик',
    middlename: 'Зябликовна',
    position: 'Зяблиководство',
    phone: '+79161112233',
    login: 'kanareika',
    email: 'zyablik@kanareika.example',
    description: 'Разводит зябликов',
  });
  const other = await world.user({ paid: true });
  await sql`
    update users set bank_inn = ${INN}, bank_name = 'Банк Зяблик', bank_account = '40702810900000077777', legal_status = 1,
      phone_national = '9161112233'
    where id = ${person.id}`.execute(db);
  const { referral_code } = await db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();

  await world.call(null, authApi.login, {
    body: { login: 'kanareika', password: `${PASSWORD}!` },
    headers: { 'user-agent': AGENT, 'x-forwarded-for': ADDRESS },
  });
  const signedIn = await world.call(null, authApi.login, {
    body: { login: 'zyablik@kanareika.example', password: PASSWORD },
    headers: { 'user-agent': AGENT, 'x-forwarded-for': ADDRESS },
  });
  expect(signedIn.statusCode).toBe(200);
  const secrets = [signedIn.body.token, person.token];
  await does(person, consentsApi.accept, { body: { document: 'personal_data', version: CONSENT_VERSION } });
  await does(person, usersApi.change, {
    params: { id: person.id },
    body: {},
    files: [{ field: 'photo', ...(await picture('#ab3')) }],
  });
  await does(person, usersApi.change, { params: { id: person.id }, body: { email: 'novyj@kanareika.example' } });

  const draft = { board_description: 'Как новая', board_price: 5000 };
  await does(other, followsApi.set, { body: { to_id: person.id, subscribe: 1 } });
  const theirs = (
    await does(person, adsApi.create, {
      body: { ...draft, board_title: 'Клетка зяблика' },
      files: [{ field: 'board_photo', ...(await picture('#2a7')) }],
      headers: { 'idempotency-key': 'kanareika-1' },
    })
  ).board_id;
  const ad = (await does(other, adsApi.create, { body: { ...draft, board_title: 'Лодка' } })).board_id;
  const partner = await world.user({ paid: true });
  for (const [from, to] of [
    [person, partner],
    [partner, person],
  ] as const) {
    const sold = await does(from, adsApi.create, { body: { ...draft, board_title: `Насест ${from.id}` } });
    await dealAndReview(from, to, sold.board_id);
    const promised = await does(from, adsApi.create, { body: { ...draft, board_title: `Жёрдочка ${from.id}` } });
    const { id } = await does(to, dealsApi.offer, { body: { board_id: promised.board_id, price: 4000 } });
    await does(from, dealsApi.accept, { params: { id } });
    const gift = { ...draft, board_title: `Зёрна ${from.id}`, board_kind: 'give' as const };
    const given = await does(from, adsApi.create, { body: gift });
    await does(to, drawsApi.join, { params: { id: given.board_id } });
  }
  await does(person, ownAdsApi.setVacation, { body: { on: 1 } });
  await does(person, adOwnerApi.saveDraft, { body: { draft: { board_title: 'Корм для зяблика' } } });
  await does(other, favoritesApi.add, { body: { subscription_board_id: theirs } });
  await does(person, favoritesApi.add, { body: { subscription_board_id: ad } });
  await does(person, searchesApi.save, { body: { search: 'зяблики' } });
  const said = await does(person, commentsApi.add, { body: { board_id: ad, message: 'Меняю на зяблика', rating: 5 } });
  await does(person, commentsApi.edit, { body: { id: said.id, message: 'Торг?' } });
  await does(other, commentsApi.add, { body: { board_id: theirs, message: 'Зяблик в подарок?' } });
  await does(person, adOwnerApi.revealPhone, { params: { id: ad } });
  await does(other, adOwnerApi.revealPhone, { params: { id: theirs } });
  await does(person, followsApi.set, { body: { to_id: other.id, subscribe: 1 } });
  for (const [from, to] of [
    [person, other],
    [other, person],
  ] as const) {
    await does(from, complaintsApi.add, { body: { complain_id: to.id, message: 'Ругается' } });
  }
  await does(other, complaintsApi.add, { body: { board_id: theirs, message: 'Обман' } });
  await does(person, feedbackApi.add, { body: { message: 'Зяблику нравится' } });
  await does(person, circleApi.request, { params: { id: other.id } });
  await does(other, circleApi.accept, { params: { id: person.id } });
  await does(person, circleApi.mute, { params: { id: other.id }, body: { seconds: 3600 } });
  await does(person, notificationsApi.list, {});
  await does(other, usersApi.get, { params: { id: person.id } });

  const shown = { field: 'publish_content[]', ...(await picture('#79c')) };
  const post = { publish_description: 'Зяблик на причале #зяблик' };
  const { publish_id: mine } = await does(person, publicationsApi.add, { body: post, files: [shown] });
  await does(person, publicationsApi.edit, { body: { publish_id: mine, publish_description: '#зяблики на причале' } });
  const { publish_id: others } = await does(other, publicationsApi.add, { body: {}, files: [shown] });
  await sql`insert into publication_mentions (publish_id, user_id, login) values (${others}, ${person.id}, 'kanareika')`.execute(
    db,
  );
  const spoken = { publish_id: others, message: 'Похоже на зяблика' };
  const { id: word } = await does(person, publicationsApi.addComment, { body: spoken });
  await does(person, publicationsApi.editComment, { body: { comment_id: word, message: 'Утро?' } });
  await does(person, publicationsApi.likeComment, { body: { comment_id: word, liked: 1 } });
  await does(person, publicationsApi.like, { body: { publish_id: others, liked: 1 } });
  await does(other, publicationsApi.addComment, { body: { publish_id: mine, message: 'Красивый зяблик' } });
  await does(other, complaintsApi.add, { body: { publish_id: mine, reason: 'spam' } });
  await does(person, publicationsApi.markFeed, { body: { mark: '1767268800000000.1' } });
  await does(person, mutedWordsApi.add, { body: { word: 'зяблик' } });
  await does(person, favoritesApi.createFolder, { body: { name: 'Для зяблика' } });
  await does(person, birthdaysApi.set, { body: { day: 5, month: 12, year: 1996 } });
  await does(person, personNotesApi.set, { params: { id: other.id }, body: { note: 'Знает, где зяблик' } });
  await does(other, personNotesApi.set, { params: { id: person.id }, body: { note: 'Тот самый зяблик' } });

  const { id: playlist } = await does(person, musicApi.addPlaylist, { body: { name: 'Песни зяблика' } });
  const { music } = await does(person, musicApi.add, {
    body: { playlist_id: playlist },
    files: [{ field: 'audio', name: 'zyablik.wav', type: 'audio/wav', bytes: wav({ hertz: 523 }) }],
  });
  const track = music[0]?.id ?? 0;
  await does(person, musicApi.savePlayback, { body: { track_id: track, position_ms: 1, queue: [track], device: 'a' } });
  const { id: common } = await does(other, musicApi.addPlaylist, { body: { name: 'Общее' } });
  await sql`insert into playlist_co_authors (playlist_id, user_id) values (${common}, ${person.id})`.execute(db);
  await does(person, musicApi.addToPlaylist, { body: { audio_id: track, playlist_id: common } });
  const { id: collection } = await does(person, collectionsApi.create, { body: { name: 'Для зяблика' } });
  await does(person, collectionsApi.save, { body: { kind: 'track', id: track, collection_id: collection } });
  await sql`insert into uploads (uid, owner_id, purpose, name, bytes)
    values (${'a'.repeat(32)}, ${person.id}, 'audio', 'zyablik.wav', 10)`.execute(db);

  const to = { params: { id: other.id } };
  const at = { params: { id: person.id } };
  await does(person, chatApi.send, {
    ...to,
    body: { content: 'Когда забрать?' },
    files: [{ field: 'files', ...(await picture('#456')), name: 'foto.png' }],
  });
  const { id: answer } = await does(other, chatApi.send, { ...at, body: { content: 'Завтра' } });
  const { id: hidden } = await does(other, chatApi.send, { ...at, body: { content: 'Нет, в среду' } });
  await does(person, chatApi.send, { ...to, body: { content: 'Клетка: http://127.0.0.1/' } });
  const { id: unwanted } = await does(person, chatApi.send, {
    ...to,
    body: { content: 'Зяблик ждёт' },
    files: [{ field: 'files', ...(await picture('#567')) }],
  });
  await does(person, chatFilesApi.upload, { body: {}, files: [{ field: 'file', ...(await picture('#678')) }] });
  await does(other, chatApi.removeMessages, { body: { ids: [unwanted] } });
  await does(person, chatApi.removeMessages, { body: { ids: [hidden] } });
  await does(person, chatApi.react, { params: { id: answer }, body: { reaction: '👍' } });
  await does(person, chatApi.changeSettings, { body: { quick_replies: ['Зяблик ещё продаётся'] } });
  await does(person, sellerSettingsApi.change, {
    body: {
      away: { on: 1, text: 'Зяблик ответит завтра' },
      templates: [{ title: 'Зяблик', content: 'Зяблик ещё продаётся' }],
    },
  });
  await does(person, sellerFeedsApi.check, {
    files: [{ field: 'feed', name: 'feed.csv', type: 'text/csv', bytes: Buffer.from(FEED) }],
  });
  await does(person, chatApi.schedule, {
    ...to,
    body: { content: 'С днём зяблика', send_at: new Date(now + 3600_000).toISOString() },
  });
  await does(person, chatApi.draft, { ...to, body: { text: 'Зяблику нужна клетка' } });
  await sql`insert into request_pushes (user_id, day) values (${person.id}, now())`.execute(db);

  const evening = new Date(now + 3600_000).toISOString();
  await does(person, streamsApi.createKey, {});
  const { stream_id: aired } = await does(person, streamsApi.add, { body: { theme: 'Зяблик в эфире', show_ads: 1 } });
  await does(person, streamsApi.poster, {
    params: { id: aired },
    files: [{ field: 'poster', ...(await picture('#789')) }],
  });
  await changeStream(services, aired, { type: 'connected' });
  await does(person, streamsApi.react, { params: { id: aired }, body: { kind: 'heart' } });
  await does(person, streamsApi.add, { body: { theme: 'Вечер с зябликом', planned_for: evening } });
  const { stream_id: watched } = await does(other, streamsApi.add, { body: { theme: 'Причал' } });
  await does(person, streamsApi.sendMessage, { params: { id: watched }, body: { message: 'Зяблик смотрит' } });
  await does(other, streamsApi.sendMessage, { params: { id: aired }, body: { message: 'Красивый зяблик' } });
  const { stream_id: awaited } = await does(other, streamsApi.add, { body: { theme: 'Закат', planned_for: evening } });
  await does(person, streamsApi.remind, { params: { id: awaited }, body: { on: 1 } });

  await sql`
    with call as (
      insert into calls (room_id, starter_id, state, started_at, ended_at)
      values (${'A'.repeat(22)}, ${person.id}, 'ended', now(), now()) returning id
    ), people as (
      insert into call_participants (call_id, user_id, inviter_id, state, has_joined)
      select id, who, inviter, 'left', true
      from call, (values (${person.id}::bigint, null::bigint), (${other.id}::bigint, ${person.id}::bigint)) as p (who, inviter)
    ) insert into call_messages (call_id, user_id, content) select id, ${person.id}, 'Зяблик на проводе' from call`.execute(
    db,
  );

  // Written by a provider, a browser or staff and not by the user's own calls.
  await sql`
    with payment as (
      insert into payments (user_id, amount_kopecks, provider, provider_id, status, description, customer_email, return_url, confirmation_url)
      values (${person.id}, 39900, 'sandbox', 'p-1', 'succeeded', 'Подписка', 'zyablik@kanareika.example',
        'http://localhost/subscribe/payed/kanareika', 'http://localhost/sandbox/pay/kanareika') returning id
    ) insert into subscriptions (user_id, payment_id, paid_from, paid_until)
      select ${person.id}, id, now(), now() + interval '1 year' from payment`.execute(db);
  await sql`
    insert into refunds (payment_id, status, amount_kopecks, reason)
    select id, 'canceled', 39900, 'Зяблик передумал' from payments where user_id = ${person.id}`.execute(db);
  await sql`
    insert into rule_hits (rule_id, object, user_id, found, is_held, at)
    select id, 'user:' || ${person.id}::bigint, ${person.id}, 'зяблик', false, now() from moderation_rules limit 1`.execute(
    db,
  );
  await sql`
    with wave as (
      insert into bulk_sanctions (staff_id, shared, value, reason, total, created_at) values (${person.id}, 'host', 'spam.example', 'Спам', 1, now())
      returning id
    )
    insert into bulk_sanction_accounts (bulk_sanction_id, user_id) select id, ${person.id} from wave`.execute(db);
  await sql`
    insert into autopays (user_id, method_id, method_kind, method_title)
    values (${person.id}, 'kanareika', 'bank_card', 'Карта Зяблика')`.execute(db);
  await sql`
    insert into manual_credits (user_id, what, amount, reason, given_by)
    values (${person.id}, 'days', 3, 'За терпение Зяблика', (select min(id) from users where id <> ${person.id}))`.execute(
    db,
  );
  await db
    .transaction()
    .execute((tx) => creditBonus(tx, { userId: person.id, points: 1, reason: 'gift', sourceKey: 'gift:erased' }));
  await sql`
    with waiting as (
      insert into moderation_cases (kind, object, about_user_id, reason, evidence, opened_at, due_at)
      values ('rule', 'user:' || ${person.id}::bigint, ${person.id}, 'spam', '{"title": "Зяблик", "text": "Клетка Зяблика"}', now(), now())
      returning id
    )
    insert into sanctions (user_id, kind, case_id, rule, reason, evidence, appeal, appealed_at, created_at)
    select ${person.id}, 'limit', id, 'spam', 'Зяблик рассылал ссылки', '{"title": "Зяблик"}', 'Это не Зяблик', now(), now() from waiting`.execute(
    db,
  );
  await sql`insert into sanction_days (user_id, day, count) values (${person.id}, '2026-11-22', 1)`.execute(db);
  await sql`
    insert into promotions (user_id, ad_title, kind, days, price_kopecks, guaranteed_views, advertiser, inn, erid, starts_at, ends_at)
    values (${person.id}, 'Клетка Зяблика', 'raise', 3, 11900, 30, 'ООО «Канарейка»', ${INN}, 'kanareika', now(),
      now() + interval '3 days')`.execute(db);
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    select ${person.id}, id, 'https://push.example/kanareika', 'k', 'a', now() from sessions where user_id = ${person.id} limit 1`.execute(
    db,
  );
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, is_synced, name, created_at)
    values (${person.id}, 'kanareika-key', 'kanareika', 0, false, 'Ключ Зяблика', now())`.execute(db);
  await sql`insert into totp_secrets (user_id, sealed, created_at) values (${person.id}, 'kanareika', now())`.execute(
    db,
  );
  await sql`insert into recovery_codes (user_id, hash) values (${person.id}, 'kanareika')`.execute(db);
  await sql`
    insert into second_factor_resets (user_id, asked_at, due_at) values (${person.id}, now(), now() + interval '3 days')`.execute(
    db,
  );
  await sql`
    insert into challenges (hash, purpose, user_id, expires_at)
    values ('kanareika', 'second_step', ${person.id}, now() + interval '60 days')`.execute(db);
  await sql`
    insert into contact_returns (hash, user_id, kind, value, changed_at, expires_at)
    values ('k', ${person.id}, 'email', 'prezhnij@kanareika.example', now(), now() + interval '60 days')`.execute(db);
  await sql`
    insert into invitations (inviter_id, invitee_id, source, state, attributed_at, registered_at)
    values (${person.id}, ${other.id}, 'link', 'activated', now(), now()),
      (${other.id}, ${person.id}, 'link', 'activated', now(), now())`.execute(db);
  await sql`insert into notification_settings (user_id, time_zone) values (${person.id}, 'Zone/Kanareika')
    on conflict (user_id) do update set time_zone = excluded.time_zone`.execute(db);
  await sql`insert into notification_digests (user_id, day, up_to) values (${person.id}, '2026-01-01', 1)
    on conflict do nothing`.execute(db);
  await sql`insert into email_unsubscribes (user_id, kind) values (${person.id}, 'favorites') on conflict do nothing`.execute(
    db,
  );
  await sql`insert into last_seen (user_id, at) values (${person.id}, now()) on conflict do nothing`.execute(db);
  await sql`insert into large_pages (person_id, over_since) values (${person.id}, now())`.execute(db);

  const third = await world.user();
  for (const [from, to] of [
    [person.id, third.id],
    [third.id, person.id],
  ]) {
    await sql`insert into blocks (user_id, blocked_id, created_at) values (${from}, ${to}, now())
      on conflict do nothing`.execute(db);
    await sql`insert into friend_requests (from_id, to_id, created_at) values (${from}, ${to}, now())
      on conflict do nothing`.execute(db);
    await sql`insert into hidden_suggestions (user_id, hidden_id) values (${from}, ${to})
      on conflict do nothing`.execute(db);
    await sql`insert into mutes (user_id, muted_id, until) values (${from}, ${to}, now() + interval '1 day')
      on conflict do nothing`.execute(db);
  }
  await sql`insert into erased_favorites (ad_id, owner_id, title, price_roubles)
    values (999999, ${person.id}, 'Прежний зяблик', 1)`.execute(db);
  await sql`insert into grants (hash, user_id, purpose, expires_at)
    values ('kanareika', ${person.id}, 'recovery', now() + interval '60 days')`.execute(db);
  await sql`insert into presences (user_id, node) values (${person.id}, gen_random_uuid())`.execute(db);
  await sql`insert into approvals (kind, about_user_id, reason, answer, asked_by, asked_at, expires_at)
    values ('export_user', ${person.id}, 'Суд о Зяблике', 'Зяблик', ${other.id}, now(), now() + interval '3 days')`.execute(
    db,
  );
  await sql`insert into saved_search_emails (user_id) values (${person.id}) on conflict do nothing`.execute(db);
  await sql`insert into seller_votes (seller_id, author_id, ad_id, rating)
    values (${person.id}, ${other.id}, ${theirs}, 4)`.execute(db);
  await sql`update users set invited_by = ${person.id} where id = ${third.id}`.execute(db);

  await does(person, exportsApi.start, { body: { current_password: PASSWORD } });
  await runQueuedJobs(world);
  const images = await db.selectFrom('media_images').select('sha256').where('owner_id', '=', person.id).execute();
  const archives = await db.selectFrom('data_exports').select('storage_key').where('user_id', '=', person.id).execute();
  expect(images.length).toBeGreaterThan(1);
  expect(archives[0]?.storage_key).toMatch(/^private\//);

  const before = await countReferences(person.id);
  const staff = await world.user({ groups: ['manager'] });
  for (const search of ['novyj@kanareika.example', 'Зяблик', '9161112233'])
    expect((await world.call(staff, usersApi.list, { query: { search } })).statusCode).toBe(200);
  const filled = await fillEmptyTexts(
    db,
    'Зяблик',
    person.id,
    (await listReferences()).filter(({ name }) => name !== 'users.invited_by'),
  );
  expect(filled.length).toBeGreaterThan(60);

  await does(person, usersApi.remove, { params: { id: person.id }, body: { current_password: PASSWORD } });
  expect((await countReferences(person.id))['sessions.user_id']).toBeUndefined();
  expect((await countReferences(person.id))['push_subscriptions.user_id']).toBeUndefined();
  expect((await countReferences(person.id))['contact_changes.user_id']).toBeUndefined();
  expect((await sql`select from scheduled_messages where sender_id = ${person.id}`.execute(db)).rows).toEqual([]);
  const letter = { lang: 'ru', template: 'new_ad', values: { name: 'Канарейка Зяблик' } } as const;
  await services.mail.queue(db, { ...letter, to: 'prezhnij@kanareika.example' });
  await services.mail.queue(db, { ...letter, to: `${other.login}@example.com` });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db);

  const words = [
    ...['зяблик', 'канарейк', 'kanareika', 'zyablik', '9161112233', '916 111', '916) 111', '111-22-33'],
    ...[INN, '40702810900000077777', ADDRESS, referral_code],
    ...images.map(({ sha256 }) => sha256),
    ...archives.map(({ storage_key }) => storage_key ?? ''),
  ];
  expect((await findTraces(services.db, words)).length).toBeGreaterThan(20);
  expect((await findInFiles(services.config.dataDir, words)).length).toBeGreaterThan(3);

  now += 31 * DAY_MS;
  await erasePeople.run(services, {});
  await runQueuedJobs(world);
  await runPeriodicJobs(world);
  await runQueuedJobs(world);

  expect((await findTraces(services.db, words)).filter((trace) => holdsMore(trace, words))).toEqual([]);
  expect(await findInFiles(services.config.dataDir, words)).toEqual([]);
  expect(await listStoredFiles()).toEqual(await listFilesOf(other.id));
  const after = await countReferences(person.id);
  expect(Object.keys(after).filter((name) => !(name in STAYS))).toEqual([]);
  const unseen = (await listReferences()).map(({ name }) => name).filter((name) => !(name in before));
  expect(unseen).toEqual(UNSEEN);

  const lines = log.toLowerCase();
  for (const word of [...words, ...secrets])
    expect({ word, isLogged: lines.includes(word.toLowerCase()) }).toEqual({ word, isLogged: false });
  expect(log).toContain('"msg":"request"');

  const { rows } = await sql`select message from comments where user_id = ${person.id}`.execute(db);
  expect(rows).toEqual([{ message: 'Торг?' }]);
  const left = await world.call(null, publicationsApi.one, { params: { id: others } });
  expect(left.body).toMatchObject({ like_count: 0, comments: 1 });
  const spokenThere = await world.call(null, publicationsApi.comments, { params: { id: others } });
  expect(spokenThere.body.list).toMatchObject([{ message: 'Утро?', like_count: 0, user: { id: 0 } }]);
  expect((await world.call(null, publicationsApi.one, { params: { id: mine } })).statusCode).toBe(404);
  const { rows: books } = await sql`
    select amount_kopecks, status, customer_email from payments where user_id = ${person.id}`.execute(db);
  expect(books).toEqual([{ amount_kopecks: 39900, status: 'succeeded', customer_email: '' }]);
  expect((await world.call(other, usersApi.get, { params: { id: person.id } })).statusCode).toBe(410);
  const reader = {
    ...other,
    token: await services.sessions.create(db, other.id, { ip: '127.0.0.1', userAgent: 'test' }),
  };
  const dialog = await does(reader, chatApi.messages, { ...at, query: {} });
  expect(
    dialog.list.map(({ content, user: { firstname, lastname }, mine }) => ({ content, firstname, lastname, mine })),
  ).toEqual([
    { content: 'Клетка: http://127.0.0.1/', firstname: 'Пользователь удалён', lastname: '', mine: 0 },
    { content: 'Нет, в среду', firstname: 'Проба', lastname: expect.any(String), mine: 1 },
    { content: 'Завтра', firstname: 'Проба', lastname: expect.any(String), mine: 1 },
    { content: 'Когда забрать?', firstname: 'Пользователь удалён', lastname: '', mine: 0 },
  ]);
  expect(dialog.list[2]?.reactions).toEqual([]);
});

test('who signs in again while people are being erased keeps everything', async () => {
  const { services } = world;
  const person = await world.user({ paid: true });
  await world.call(person, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Как новая', board_price: 1 },
  });
  const longAgo = new Date(services.clock().getTime() - 31 * DAY_MS);
  await services.db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', person.id).execute();
  let erasing: Promise<void> | undefined;
  await services.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ deleted_at: null }).where('id', '=', person.id).execute();
    erasing = erasePeople.run(services, {});
    await expect.poll(() => countWaiting(services.db)).toBeGreaterThan(0);
  });
  await erasing;
  const ads = await services.db.selectFrom('ads').select('title').where('owner_id', '=', person.id).execute();
  expect(ads).toEqual([{ title: 'Лодка' }]);
});
