import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { streamsApi } from '@app/contract/live/streams';
import { drawsApi } from '@app/contract/market/draws';
import { searchesApi } from '@app/contract/market/searches';
import { callsApi } from '@app/contract/messaging/calls';
import type { Audience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import sharp from 'sharp';
import { claimImages } from '../../src/files/media/media.public.ts';
import { insertDemoAds } from '../../src/market/ads/ads.public.ts';
import { insertDemoDeals } from '../../src/market/deals/demo-deals.public.ts';
import { insertDemoChats } from '../../src/messaging/chat/chat.public.ts';
import { claimChatFiles } from '../../src/messaging/chat-files/chat-files.public.ts';
import { type FileHints, storeChatFile } from '../../src/messaging/chat-files/store-chat-file.ts';
import { unsubscribeLinks } from '../../src/notifications/email-preferences/email-preferences.public.ts';
import { readVersionInForce } from '../../src/platform/documents/documents.public.ts';
import { readSiteSettings } from '../../src/platform/site-settings/site-settings.public.ts';
import { storePublicationFile } from '../../src/publishing/publication-files/publication-files.public.ts';
import { signSanctionToken } from '../../src/trust/moderation/sanction-token.ts';
import { VOICE_WEBM } from '../uploads/kinds.ts';
import type { Actor, TestFile, World } from '../world.ts';
import { recordChanges } from './record-changes.ts';
import type { ActorKind } from './row.ts';

const LATER_MS = 10 * 86_400_000;
/** Connections keep plans made for empty tables, which read these tables whole, until somebody analyzes them. */
const SCENES_PER_ANALYZE = 200;

/** A day to come, as YYYY-MM-DD. */
export const laterDay = (): string => new Date(Date.now() + LATER_MS).toISOString().slice(0, 10);

/** Test data of one cell of the matrix: an owner, whose content is created on demand. */
interface SceneDeal {
  id: number;
  offerId: number;
  buyerId: number;
  adId: number;
}

export interface Scene {
  owner: Actor & { referral: string; lastname: string };
  /** Texts that must not appear in responses to others. */
  secrets: readonly string[];
  phone: string;
  ad(): Promise<number>;
  archivedAd(): Promise<number>;
  blockedAd(): Promise<number>;
  disabledAd(): Promise<number>;
  friendsAd(): Promise<number>;
  soldAd(): Promise<number>;
  expiredAd(): Promise<number>;
  heldAd(): Promise<number>;
  /** A thing to give away, for which somebody asks. */
  givenAd(): Promise<number>;
  lentAd(): Promise<number>;
  photo(): Promise<number>;
  adWithoutComments(): Promise<number>;
  comment(): Promise<{ adId: number; id: number }>;
  /** A deal about an ad of the owner; `countered`: the open offer is the owner’s. */
  deal(state: 'offered' | 'countered' | 'accepted' | 'done'): Promise<SceneDeal>;
  /** A loan of a thing of the owner; `lent`: with somebody now. */
  loan(state: 'offered' | 'agreed' | 'lent'): Promise<SceneDeal>;
  /** A meeting to an accepted deal, which the buyer proposed, in so many minutes; 60 without. */
  meeting(state: 'proposed' | 'agreed', minutes?: number): Promise<{ id: number }>;
  /** A review about the owner. */
  dealReview(): Promise<number>;
  complaint(): Promise<number>;
  case(): Promise<number>;
  sanction(): Promise<number>;
  sanctionToken(): Promise<string>;
  writer(): Promise<number>;
  newcomer(): Promise<number>;
  callable(): Promise<number>;
  uncallable(): Promise<number>;
  room(): Promise<string>;
  stream(audience?: Audience): Promise<number>;
  announcedStream(): Promise<number>;
  streamMessage(): Promise<{ id: number; message_id: number }>;
  ringing(): Promise<string>;
  asker(): Promise<number>;
  userWithHiddenFriends(): Promise<number>;
  suspendedPerson(): Promise<number>;
  colleague(): Promise<number>;
  category(): Promise<number>;
  attribute(): Promise<number>;
  country(): Promise<number>;
  city(): Promise<number>;
  safePlace(): Promise<number>;
  blocklistWord(): Promise<number>;
  rule(): Promise<number>;
  blockedImage(): Promise<number>;
  bulkSanction(): Promise<number>;
  notification(): Promise<number>;
  chat(): Promise<SceneChat>;
  unknownWriter(): Promise<number>;
  scheduledMessage(): Promise<number>;
  savedSearch(): Promise<number>;
  unsubscribeToken(): Promise<string>;
  session(): Promise<number>;
  passkey(): Promise<number>;
  playlist(audience?: 'all' | 'me'): Promise<number>;
  friend(): Promise<number>;
  coAuthored(audience?: 'all' | 'me'): Promise<{ id: number; user_id: number }>;
  track(audience?: 'all' | 'me'): Promise<{ id: number }>;
  takedown(): Promise<number>;
  collection(): Promise<number>;
  promotion(): Promise<number>;
  unsentFile(): Promise<SceneFile>;
  publicationFile(): Promise<{ id: number }>;
  receivedVoice(): Promise<SceneFile>;
  publication(audience?: Audience): Promise<number>;
  publicationDraft(): Promise<number>;
  publicationComment(): Promise<number>;
  feed(): Promise<number>;
  mutedWord(): Promise<number>;
  favoriteFolder(): Promise<number>;
  payment(): Promise<number>;
  approval(): Promise<number>;
  picture(field: string): TestFile;
  /** Version of the settings of the site, which a change names. */
  siteVersion(): Promise<number>;
  /** A fresh draft of the contacts, which a change names by its revision. */
  documentDraft(): Promise<{ revision: number; based_on: number }>;
}

interface SceneFile {
  id: number;
  url: string;
}

interface SceneChat {
  partnerId: number;
  theirMessageId: number;
  messageId: number;
}

export interface Stage {
  scene(): Promise<Scene>;
  /** With one session for all calls of its kind, until {@link Stage.endSession}. */
  actor(kind: ActorKind, scene: Scene): Promise<Actor | null>;
  /** A call that changed something may have ended the session, or proved the person anew. */
  endSession(kind: ActorKind): void;
  /** Names the last change of the data that a refused call must not change. */
  lastChange(): Promise<string>;
}

const PICTURE = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#37a' } })
  .png()
  .toBuffer();
const BANK = {
  bank_name: 'Тайный банк',
  bank_account: '40702810900000077777',
  bank_cor: '30101810400000000225',
  bank_inn: '7707083893',
  bank_kpp: '773601001',
  bank_bik: '044525225',
};

/** What a refused call must not change. */
const GUARDED_TABLES = [
  'users',
  'ads',
  'ad_photos',
  'media_images',
  'payments',
  'subscriptions',
  'ledger_entries',
  'categories',
  'category_attributes',
  'attribute_choices',
  'countries',
  'cities',
  'grants',
  'data_exports',
  'document_versions',
  'document_drafts',
  'approvals',
  'consents',
  'totp_secrets',
  'recovery_codes',
  'second_factor_resets',
  'passkeys',
  'blocklist_words',
  'ad_drafts',
  'ad_days',
  'phone_reveals',
  'ad_phone_reveals',
  'favorites',
  'saved_searches',
  'followers',
  'large_pages',
  'chats',
  'chat_members',
  'messages',
  'message_reactions',
  'message_hides',
  'first_contacts',
  'chat_settings',
  'scheduled_messages',
  'chat_files',
  'recordings',
  'playlists',
  'playlist_co_authors',
  'tracks',
  'playbacks',
  'takedowns',
  'collections',
  'collection_items',
  'uploads',
  'post_files',
  'friend_requests',
  'friends',
  'hidden_suggestions',
  'blocks',
  'mutes',
  'email_unsubscribes',
  'notification_settings',
  'push_subscriptions',
  'comments',
  'comment_edits',
  'seller_votes',
  'seller_settings',
  'seller_feeds',
  'complaints',
  'moderation_cases',
  'sanctions',
  'sanction_days',
  'feedback',
  'invitations',
  'contact_changes',
  'contact_returns',
  'publications',
  'publication_edits',
  'publication_likes',
  'publication_comments',
  'publication_comment_edits',
  'publication_comment_likes',
  'feed_positions',
  'muted_words',
  'birthdays',
  'person_notes',
  'favorite_folders',
  'promotion_tariffs',
  'promotions',
  'promotion_days',
];

export async function createStage(world: World): Promise<Stage> {
  const { db, sessions } = world.services;
  const shared = {
    unpaid: await world.user(),
    paid: await world.user({ paid: true }),
    manager: await world.user({ groups: ['manager'] }),
    admin: await world.user({ groups: ['admin'] }),
    superuser: await world.user({ is_superuser: true }),
    suspended: await world.user({ paid: true, groups: ['admin'] }),
    notActivated: await world.user({ paid: true }),
  };
  await setStatus(shared.suspended.id, 'suspended');
  await setStatus(shared.notActivated.id, 'registered');
  const image = await imageOf(shared.superuser.id);
  const tokens = new Map<ActorKind, string>();
  let scenes = 0;
  let readLastChange: ReturnType<typeof recordChanges> | undefined;

  async function setStatus(id: number, status: string): Promise<void> {
    await sql`update users set status = ${status} where id = ${id}`.execute(db);
  }

  async function imageOf(ownerId: number) {
    const { id } = await world.services.media.createImage(await quarantined(), 'photo', ownerId);
    await claimImages(db, ownerId, [id]);
    return id;
  }

  async function quarantined() {
    return world.services.media.quarantine.receive(Readable.from([PICTURE]), { maxBytes: 1e6, kinds: ['image'] });
  }

  async function storeFile(ownerId: number, bytes: Buffer = PICTURE, hints: FileHints = {}): Promise<SceneFile> {
    const limits = { maxBytes: 1e6, kinds: ['any'] } as const;
    const file = await world.services.media.quarantine.receive(Readable.from([bytes]), limits);
    return storeChatFile(world.services, ownerId, { file, hints }).finally(() =>
      world.services.media.quarantine.discard(file),
    );
  }

  async function scene(): Promise<Scene> {
    scenes += 1;
    if (scenes % SCENES_PER_ANALYZE === 0) await sql`analyze users, sessions, session_tokens`.execute(db);
    const number = String(9_260_000_000 + scenes);
    const lastname = `Владелин${scenes}`;
    const owner = await world.user({
      paid: true,
      lastname,
      phone: `+7${number}`,
      email: `secret.mail${scenes}@private.example`,
    });
    const { rows } = await sql<{ referral_code: string; password_hash: string; email: string }>`
      update users set legal_status = 1, bank_name = ${BANK.bank_name}, bank_account = ${BANK.bank_account},
        bank_cor = ${BANK.bank_cor}, bank_inn = ${BANK.bank_inn}, bank_kpp = ${BANK.bank_kpp}, bank_bik = ${BANK.bank_bik}
      where id = ${owner.id} returning referral_code, password_hash, email`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error('no owner');

    const ad = async (change: object = {}): Promise<number> => {
      const [id = 0] = await db.transaction().execute((tx) =>
        insertDemoAds(tx, [
          {
            owner_id: owner.id,
            title: 'Лодка',
            description: 'Надувная',
            price_roubles: 5000,
            category_id: null,
            country_id: null,
            city_id: null,
            created_at: new Date(),
            image_ids: [image],
          },
        ]),
      );
      if (Object.keys(change).length > 0) await db.updateTable('ads').set(change).where('id', '=', id).execute();
      return id;
    };
    const publication = (audience: Audience = 'all'): Promise<number> =>
      insertNamed(sql`publications (user_id, description, audience, state, published_at)
      values (${owner.id}, 'Причал', ${audience}, 'published', now())`);
    const createSanction = () =>
      insertNamed(sql`sanctions (user_id, kind, rule, reason, created_at)
      values (${owner.id}, 'limit', 'spam', 'Рассылка', now())`);
    const savedSearch = async (): Promise<number> => {
      scenes += 1;
      const search = await world.call(owner, searchesApi.save, { body: { search: `лодка ${scenes}` } });
      return search.body.id;
    };
    const playlist = (audience: Audience = 'all'): Promise<number> =>
      insertNamed(sql`playlists (user_id, name, audience) values (${owner.id}, 'Причал', ${audience})`);
    const friend = async (): Promise<number> => {
      const { id } = await world.user();
      await sql`insert into friends (user_id, friend_id, since) values (${owner.id}, ${id}, now()), (${id}, ${owner.id}, now())`.execute(
        db,
      );
      return id;
    };
    const recording = (): Promise<number> =>
      insertNamed(sql`recordings (sha256, storage_key, mime, bytes, duration_ms)
      values (${randomUUID()}, 'private/audio/none.bin', 'audio/wav', 1, 1000)`);
    const track = async (recordingId: number, audience: Audience = 'all'): Promise<number> => {
      const playlistId = await playlist(audience);
      await sql`update playlists set track_count = 1, duration_ms = 1000 where id = ${playlistId}`.execute(db);
      return insertNamed(sql`tracks (playlist_id, user_id, recording_id, title, artist, position, audience)
      values (${playlistId}, ${owner.id}, ${recordingId}, 'Песня', 'Певец', 1, ${audience})`);
    };
    const person = async (status: string, groups: string[]): Promise<number> => {
      const { id } = await world.user({ groups });
      if (status !== 'active') await setStatus(id, status);
      return id;
    };
    const addStream = async (audience: Audience = 'all', planned_for?: string): Promise<number> => {
      const body = { theme: 'Причал', audience, ...(planned_for && { planned_for }) };
      return (await world.call(owner, streamsApi.add, { body })).body.stream_id;
    };
    const deal = async (state: 'offered' | 'countered' | 'accepted' | 'done') => {
      const { id: buyerId } = await world.user();
      const adId = await ad(state === 'accepted' ? { deal: 'reserved' } : {});
      const row = { adId, title: 'Лодка', sellerId: owner.id, buyerId, at: new Date() };
      const prices = state === 'countered' ? [100, 200] : [100];
      const stateOfDeal = state === 'countered' ? 'offered' : state;
      const [offers = []] = await db
        .transaction()
        .execute((tx) => insertDemoDeals(tx, [{ ...row, prices, state: stateOfDeal }]));
      const { id } = await db.selectFrom('deals').select('id').where('ad_id', '=', adId).executeTakeFirstOrThrow();
      return { id, offerId: offers.at(-1) ?? 0, buyerId, adId };
    };
    const loan = async (state: 'offered' | 'agreed' | 'lent') => {
      const { id: buyerId } = await world.user();
      const returnOn = laterDay();
      const reserved = state === 'offered' ? {} : { deal: 'reserved' as const };
      const adId = await ad({ kind: 'lend', price_roubles: 0, return_on: returnOn, ...reserved });
      const stateOfDeal = state === 'offered' ? ('offered' as const) : ('accepted' as const);
      const deal = { adId, title: 'Палатка', sellerId: owner.id, buyerId, prices: [0], at: new Date(), returnOn };
      const [offers = []] = await db
        .transaction()
        .execute((tx) => insertDemoDeals(tx, [{ ...deal, state: stateOfDeal, isLent: state === 'lent' }]));
      const { id } = await db.selectFrom('deals').select('id').where('ad_id', '=', adId).executeTakeFirstOrThrow();
      return { id, offerId: offers[0] ?? 0, buyerId, adId };
    };
    const meeting = async (state: 'proposed' | 'agreed', minutes = 60) => {
      const { adId, buyerId } = await deal('accepted');
      const at = new Date(Date.now() + minutes * 60_000);
      const id = await insertNamed(sql`meetings
        (ad_id, ad_title, seller_id, buyer_id, proposed_by, place_name, at, state)
        values (${adId}, 'Лодка', ${owner.id}, ${buyerId}, ${buyerId}, 'Вокзал', ${at}, ${state})`);
      await sql`insert into meeting_sides (meeting_id, user_id) values (${id}, ${owner.id}), (${id}, ${buyerId})`.execute(
        db,
      );
      return { id };
    };
    const ring = async (): Promise<string> => {
      const caller = await world.user();
      return (await world.call(caller, callsApi.start, { body: { user_id: owner.id } })).body.room_id;
    };
    return {
      owner: { ...owner, referral: row.referral_code, lastname },
      secrets: [row.email, row.password_hash, '$argon2', owner.token, owner.login, ...Object.values(BANK)],
      phone: number,
      ad: () => ad(),
      archivedAd: () => ad({ archived_at: new Date() }),
      blockedAd: () => ad({ blocked_at: new Date(), blocked_reason: 'спам' }),
      disabledAd: () => ad({ enabled: false }),
      friendsAd: () => ad({ audience: 'friends' }),
      soldAd: () => ad({ deal: 'sold', sold_at: new Date() }),
      expiredAd: () => ad({ archived_at: new Date(), expired: true, expires_at: new Date() }),
      heldAd: () => ad({ held_at: new Date(), held_reason: 'спам' }),
      givenAd: async () => {
        const id = await ad({ kind: 'give', price_roubles: 0 });
        const asking = await world.user();
        await world.call(asking, drawsApi.join, { params: { id } });
        return id;
      },
      lentAd: () => ad({ kind: 'lend', price_roubles: 0, return_on: laterDay() }),
      photo: async () => {
        const { id } = await db
          .selectFrom('ad_photos')
          .select('id')
          .where('ad_id', '=', await ad())
          .executeTakeFirstOrThrow();
        return id;
      },
      adWithoutComments: () => ad({ comments_by: 'nobody' }),
      deal,
      loan,
      meeting,
      dealReview: async () => {
        const { id, buyerId } = await deal('done');
        return insertNamed(sql`deal_reviews (deal_id, author_id, subject_id, stars, content)
        values (${id}, ${buyerId}, ${owner.id}, 5, 'Как в описании')`);
      },
      comment: async () => {
        const adId = await ad({ comments_count: 1 });
        const id = await insertNamed(sql`comments (ad_id, user_id, message) values (${adId}, ${owner.id}, 'Торг')`);
        return { adId, id };
      },
      complaint: () =>
        insertNamed(sql`complaints (user_id, object, about_user_id, reason, evidence, due_at)
        values (${owner.id}, 'user:' || ${shared.unpaid.id}::bigint, ${shared.unpaid.id}, 'spam', '{"title": "", "text": ""}',
          now())`),
      writer: async () => {
        await insertNamed(sql`feedback (user_id, email, message) values (${owner.id}, 'a@example.com', 'Спасибо')`);
        return owner.id;
      },
      newcomer: () => person('registered', []),
      callable: async () => {
        const [one, other] = [await world.user(), await world.user()];
        await world.call(one, callsApi.start, { body: { user_id: other.id } });
        return other.id;
      },
      uncallable: async () => {
        const id = await person('active', []);
        await sql`update users set may_call = 'nobody' where id = ${id}`.execute(db);
        return id;
      },
      stream: addStream,
      announcedStream: () => addStream('all', new Date(Date.now() + 3_600_000).toISOString()),
      streamMessage: async () => {
        const id = await addStream();
        const { body } = await world.call(owner, streamsApi.sendMessage, {
          params: { id },
          body: { message: 'Начинаем' },
        });
        return { id, message_id: body.id };
      },
      room: async () => {
        const room_id = await ring();
        await world.call(owner, callsApi.accept, { params: { room_id } });
        return room_id;
      },
      ringing: ring,
      asker: async () => {
        const { id } = await world.user();
        await sql`insert into friend_requests (from_id, to_id, created_at) values (${id}, ${owner.id}, now())`.execute(
          db,
        );
        return id;
      },
      userWithHiddenFriends: async () => {
        await sql`update users set see_friends = 'nobody' where id = ${owner.id}`.execute(db);
        return owner.id;
      },
      suspendedPerson: async () => {
        const id = await person('suspended', []);
        await sql`update users set suspended_at = ${world.services.clock()} where id = ${id}`.execute(db);
        return id;
      },
      colleague: () => person('active', ['manager']),
      category: () =>
        insertNamed(sql`categories (name_en, name_native, search_names, position)
        values ('Temporary', 'Временная', '|temporary|', 1000)`),
      attribute: () => {
        scenes += 1;
        return insertNamed(sql`category_attributes (category_id, name, normalized, kind, position)
        values ((select min(id) from categories), 'Временное', ${`временное ${scenes}`}, 'text', 1000)`);
      },
      country: () =>
        insertNamed(sql`countries (name_en, name_native, search_names, phone_code)
        values ('Temporary', 'Временная', '|temporary|', '999')`),
      city: () =>
        insertNamed(sql`cities (name_en, name_native, search_names, country_id)
        values ('Temporary', 'Временный', '|temporary|', 1)`),
      safePlace: () =>
        insertNamed(sql`safe_places (city_id, kind, name) values (1, 'metro', ${`Метро ${randomUUID()}`})`),
      rule: () =>
        insertNamed(sql`moderation_rules (name, kind, subjects, action, settings)
        values ('Ссылки', 'links', '{ad}', 'queue', '{"hosts": ["spam.example"]}')`),
      bulkSanction: () =>
        insertNamed(sql`bulk_sanctions (staff_id, shared, value, reason, total, created_at)
        values (${owner.id}, 'host', 'spam.example', 'Спам', 1, now())`),
      blockedImage: () => insertNamed(sql`blocked_images (perceptual_hash) values (${scenes}::int::bit(64))`),
      blocklistWord: () =>
        insertNamed(sql`blocklist_words (word, reason, query)
        values (${`слово${scenes}`}, 'Нельзя', blocklist_word_query(${`слово${scenes}`}))`),
      chat: async () => {
        const partner = await world.user();
        const between = [owner.id, partner.id] as const;
        const messages = [
          { from: 1 as const, content: 'Лодка ещё есть?', at: new Date() },
          { from: 0 as const, content: 'Есть', at: new Date() },
        ];
        const [ids = []] = await db.transaction().execute((tx) => insertDemoChats(tx, [{ between, messages }]));
        return { partnerId: partner.id, theirMessageId: ids[0] ?? 0, messageId: ids[1] ?? 0 };
      },
      unknownWriter: async () => {
        const { id } = await world.user();
        const messages = [{ from: 1 as const, content: 'Здравствуйте', at: new Date() }];
        const members = [{ folder: 'requests' as const, unread: 1 }, {}] as const;
        await db.transaction().execute((tx) => insertDemoChats(tx, [{ between: [owner.id, id], messages, members }]));
        return id;
      },
      scheduledMessage: async () => {
        const { id } = await world.user();
        return insertNamed(sql`scheduled_messages (sender_id, receiver_id, content, send_at)
        values (${owner.id}, ${id}, 'Потом', now() + interval '1 day')`);
      },
      playlist,
      friend,
      coAuthored: async (audience = 'all') => {
        const [id, user_id] = [await playlist(audience), await friend()];
        await sql`insert into playlist_co_authors (playlist_id, user_id) values (${id}, ${user_id})`.execute(db);
        return { id, user_id };
      },
      track: async (audience) => ({ id: await track(await recording(), audience) }),
      takedown: async () => {
        const id = await recording();
        await track(id);
        await sql`update recordings set state = 'taken_down' where id = ${id}`.execute(db);
        return insertNamed(sql`takedowns (recording_id, title, artist, holder, created_at)
        values (${id}, 'Песня', 'Певец', 'Правообладатель', now())`);
      },
      collection: () => insertNamed(sql`collections (user_id, name) values (${owner.id}, ${`Полка ${++scenes}`})`),
      promotion: async () => {
        const id = await ad();
        return insertNamed(sql`promotions (user_id, ad_id, ad_title, kind, days, price_kopecks, guaranteed_views, starts_at, ends_at)
          values (${owner.id}, ${id}, 'Лодка', 'raise', 1, 4900, 10, now(), now() + interval '1 day')`);
      },
      unsentFile: () => storeFile(owner.id),
      publicationFile: async () => {
        const file = await quarantined();
        const { quarantine } = world.services.media;
        return storePublicationFile(world.services, { userId: owner.id }, file).finally(() => quarantine.discard(file));
      },
      receivedVoice: async () => {
        const { id } = await world.user();
        const file = await storeFile(id, VOICE_WEBM, { voice: 1 });
        const between = [owner.id, id] as const;
        const messages = [{ from: 1 as const, content: '', at: new Date() }];
        await db.transaction().execute(async (tx) => {
          const [[messageId = 0] = []] = await insertDemoChats(tx, [{ between, messages }]);
          await claimChatFiles(tx, id, [file.id], { messageId }, between);
        });
        return file;
      },
      notification: () =>
        insertNamed(sql`notifications (user_id, kind, link, details, created_at)
        values (${owner.id}, 'ad_published', '/ad/1', '{"title": "Лодка"}', now())`),
      savedSearch,
      unsubscribeToken: async () => {
        const linkOf = await unsubscribeLinks(world.services);
        const link = linkOf({ userId: owner.id, kind: 'saved_search', aboutId: await savedSearch() });
        return new URL(link).searchParams.get('token') ?? '';
      },
      session: () =>
        insertNamed(sql`sessions (user_id, token_family, created_at, last_seen_at, expires_at)
        values (${owner.id}, '', now(), now(), now() + interval '1 day')`),
      case: () =>
        insertNamed(sql`moderation_cases (kind, object, about_user_id, reason, opened_at, due_at)
        values ('rule', ${`user:${owner.id}`}, ${owner.id}, 'spam', now(), now() + interval '1 day')`),
      sanction: createSanction,
      sanctionToken: async () => signSanctionToken(db, await createSanction()),
      passkey: () => {
        scenes += 1;
        return insertNamed(sql`passkeys (user_id, credential_id, public_key, counter, is_synced, name, created_at)
        values (${owner.id}, ${`key${scenes}`}, '', 0, false, 'Ключ', now())`);
      },
      publication,
      publicationDraft: () => insertNamed(sql`publications (user_id, description) values (${owner.id}, 'Набросок')`),
      publicationComment: async () => {
        const id = await publication();
        await sql`update publications set comments_count = 1 where id = ${id}`.execute(db);
        return insertNamed(sql`publication_comments (publish_id, user_id, message, created_at)
        values (${id}, ${owner.id}, 'Утро', now())`);
      },
      feed: async () => {
        await sql`delete from seller_feeds where user_id = ${owner.id}`.execute(db);
        return insertNamed(sql`seller_feeds (user_id, state, created_at) values (${owner.id}, 'checked', now())`);
      },
      favoriteFolder: () => {
        scenes += 1;
        return insertNamed(sql`favorite_folders (user_id, name) values (${owner.id}, ${`Папка ${scenes}`})`);
      },
      mutedWord: () => {
        scenes += 1;
        return insertNamed(sql`muted_words (user_id, word, places, until)
        values (${owner.id}, ${`слово${scenes}`}, '{feed}', 'infinity')`);
      },
      payment: async () => {
        scenes += 1;
        const key = `scene-${scenes}`;
        const { rows } = await sql<{ id: number }>`
          with till as (
            insert into sandbox_payments
              (idempotence_key, request_hash, form_token, status, amount_kopecks, currency, description, return_url, metadata)
            values (${key}, '', '', 'succeeded', 39900, 'RUB', '', '', '{}') returning id
          ), paid as (
            insert into payments
              (user_id, status, amount_kopecks, provider, provider_id, description, customer_email, return_url, settled_at)
            select ${owner.id}, 'succeeded', 39900, 'sandbox', till.id, 'Подписка', 'a@example.com', '', now() from till
            returning id
          ), year as (
            insert into subscriptions (user_id, payment_id, paid_from, paid_until)
            select ${owner.id}, paid.id, now(), now() + interval '1 year' from paid
          ) select id from paid`.execute(db);
        return rows[0]?.id ?? 0;
      },
      approval: async () => {
        const asker = await world.user({ groups: ['admin'] });
        return insertNamed(sql`approvals (kind, about_user_id, reason, asked_by, asked_at, expires_at)
          values ('export_user', ${owner.id}, 'Запрос суда', ${asker.id}, now(), now() + interval '3 days')`);
      },
      siteVersion: async () => (await readSiteSettings(db)).version,
      async documentDraft() {
        const { number, texts } = await readVersionInForce(db, 'contacts');
        await db.deleteFrom('document_drafts').execute();
        const text = `Звоните: ${randomUUID()}`;
        const draft = { ...texts, ru: { title: 'Контакты', description: 'Куда писать', text } };
        const row = { revision: 1, based_on: number, texts: JSON.stringify(draft), saved_at: new Date() };
        await db
          .insertInto('document_drafts')
          .values({ document: 'contacts', saved_by: shared.admin.id, ...row })
          .execute();
        return { revision: row.revision, based_on: number };
      },
      picture: (field) => ({ field, name: 'photo.png', type: 'image/png', bytes: PICTURE }),
    };
  }

  async function insertNamed(rest: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await sql<{ id: number }>`insert into ${rest} returning id`.execute(db);
    return rows[0]?.id ?? 0;
  }

  async function actor(kind: ActorKind, { owner }: Scene): Promise<Actor | null> {
    if (kind === 'anonymous') return null;
    if (kind === 'dead') return { ...shared.paid, token: 'b'.repeat(43) };
    if (kind === 'owner') return owner;
    const token = tokens.get(kind) ?? (await createSession(shared[kind].id));
    tokens.set(kind, token);
    return { ...shared[kind], token };
  }

  const createSession = (userId: number): Promise<string> =>
    sessions.create(db, userId, { ip: '127.0.0.1', userAgent: 'matrix' });

  async function lastChange(): Promise<string> {
    readLastChange ??= recordChanges(db, GUARDED_TABLES);
    return (await readLastChange)();
  }

  return { scene, actor, endSession: (kind) => void tokens.delete(kind), lastChange };
}
