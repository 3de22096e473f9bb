import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listUserDataExporters } from '../../../src/platform/domain/user-data.ts';
import { texts } from '../../../src/platform/texts.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Where the archive contains each table that refers to a user: `file: list`, or why it is left out. */
const IN_THE_ARCHIVE: Readonly<Record<string, string>> = {
  'ad_drafts.user_id': 'ads: draft',
  'ad_phone_reveals.user_id': 'ads: uncovered_phones',
  'ad_vacations.user_id': 'ads: vacation',
  'ads.owner_id': 'ads: ads',
  'approvals.about_user_id': '— what staff ask each other, of which authorities may forbid to speak',
  'approvals.asked_by': '— work of staff, not a person’s own',
  'approvals.decided_by': '— work of staff, not a person’s own',
  'autopays.user_id': 'payments: autopay',
  'birthdays.user_id': 'birthday: birthday',
  'blocks.blocked_id': '— who blocked somebody is told to nobody',
  'blocks.user_id': 'circle: blocked',
  'bulk_sanction_accounts.user_id': 'rules: waves',
  'call_messages.user_id': 'calls: messages',
  'call_participants.inviter_id': '— who rang whom is in the calls of both',
  'call_participants.user_id': 'calls: calls',
  'calls.starter_id': 'calls: calls',
  'challenges.user_id': '— keys of minutes, which open the account',
  'codes.user_id': '— keys of minutes, which open the account',
  'collection_items.user_id': 'collections: items',
  'collections.user_id': 'collections: collections',
  'comments.user_id': 'comments: comments',
  'complaints.about_user_id': 'complaints: about_me',
  'complaints.decided_by': '— work of staff, not a person’s own',
  'complaints.user_id': 'complaints: complaints',
  'consents.user_id': 'security: consents',
  'contact_changes.user_id': 'contacts: waiting',
  'contact_returns.user_id': 'contacts: replaced',
  'content_fingerprints.user_id': 'rules: checked',
  'data_exports.user_id': 'exports: exports',
  'deal_figures.user_id': 'deals: figures',
  'deal_offers.author_id': 'deals: offers',
  'deal_reviews.author_id': 'deals: written_reviews',
  'deal_reviews.subject_id': 'deals: received_reviews',
  'deals.buyer_id': 'deals: deals',
  'deals.seller_id': 'deals: deals',
  'email_unsubscribes.user_id': 'letters: stopped_letters',
  'erased_favorites.owner_id': '— what others remember of ads that are gone',
  'favorite_folders.user_id': 'favorites: folders',
  'favorites.user_id': 'favorites: favorites',
  'feed_positions.user_id': 'publications: feed_mark',
  'feedback.user_id': 'feedback: messages',
  'followers.follower_id': 'subscriptions: following',
  'followers.person_id': 'subscriptions: followers',
  'friend_requests.from_id': 'circle: requests_sent',
  'friend_requests.to_id': 'circle: requests_received',
  'friends.friend_id': 'circle: friends',
  'friends.user_id': 'circle: friends',
  'grants.user_id': '— keys of minutes, which open the account',
  'hidden_suggestions.hidden_id': '— who hid somebody is told to nobody',
  'hidden_suggestions.user_id': 'circle: hidden_suggestions',
  'invitation_codes.used_by': '— a code that staff gave away, with no word about the person',
  'invitations.invitee_id': 'invitations: came_by',
  'invitations.inviter_id': 'invitations: invited',
  'invitations.reviewed_by': '— work of staff, not a person’s own',
  'known_devices.user_id': 'sign_ins: known_devices',
  'large_pages.person_id': 'subscriptions: large_page',
  'ledger_accounts.user_id': 'payments: purses',
  'ledger_transactions.user_id': 'payments: movements',
  'manual_credits.given_by': '— work of staff, not a person’s own',
  'manual_credits.user_id': 'payments: gifts',
  'media_images.owner_id': 'media: images',
  'meeting_sides.relative_id': '— whom somebody wanted told is theirs alone',
  'ad_draw_entries.user_id': 'deals: draws',
  'meeting_sides.user_id': 'deals: meetings',
  'meetings.buyer_id': 'deals: meetings',
  'meetings.cancelled_by': 'deals: meetings',
  'meetings.proposed_by': 'deals: meetings',
  'meetings.seller_id': 'deals: meetings',
  'moderation_cases.about_user_id': 'moderation: cases_about_me',
  'moderation_cases.excluded_staff_id': '— work of staff, not a person’s own',
  'moderation_cases.resolved_by': '— work of staff, not a person’s own',
  'moderation_cases.taken_by': '— work of staff, not a person’s own',
  'muted_words.user_id': 'hidden_words: words',
  'mutes.muted_id': '— who muted somebody is told to nobody',
  'mutes.user_id': 'circle: muted',
  'notification_digests.user_id': 'notifications: last_digest',
  'notification_keys.user_id': '— marks against telling the same twice',
  'notification_settings.user_id': 'notifications: settings',
  'notifications.actor_id': '— what others were told',
  'notifications.user_id': 'notifications: notifications',
  'passkeys.user_id': 'sign_ins: passkeys',
  'payments.user_id': 'payments: payments',
  'person_notes.person_id': '— what others wrote for themselves alone',
  'person_notes.user_id': 'person_notes: notes',
  'phone_reveals.user_id': 'profile: uncovered_phones',
  'playbacks.user_id': 'music: playback',
  'playlist_co_authors.user_id': 'music: co_authored_playlists',
  'playlists.user_id': 'music: playlists',
  'promotions.user_id': 'promotions: promotions',
  'publication_comment_likes.user_id': 'publications: comment_likes',
  'publication_comments.user_id': 'publications: comments',
  'publication_likes.user_id': 'publications: likes',
  'publication_mentions.user_id': 'publications: mentions',
  'publications.user_id': 'publications: publications',
  'push_subscriptions.user_id': 'notifications: push_devices',
  'recovery_codes.user_id': '— keys, kept so that nobody can read them',
  'refunds.given_by': '— work of staff, not a person’s own',
  'registration_requests.user_id': 'sign_ins: registration_request',
  'rule_hits.user_id': 'rules: found',
  'sanction_days.user_id': 'moderation: published_while_limited',
  'sanctions.decided_by': '— work of staff, not a person’s own',
  'sanctions.lifted_by': '— work of staff, not a person’s own',
  'sanctions.user_id': 'moderation: measures',
  'saved_search_emails.user_id': 'searches: letters',
  'saved_searches.user_id': 'searches: searches',
  'second_factor_resets.user_id': '— days of waiting, told by letter',
  'security_events.user_id': 'sign_ins: journal',
  'seller_settings.user_id': 'seller_settings: settings',
  'seller_feeds.user_id': 'ads: feed',
  'seller_votes.author_id': 'comments: votes',
  'seller_votes.seller_id': 'comments: received_votes',
  'sessions.user_id': 'security: sessions',
  'stream_keys.user_id': 'streams: keys',
  'stream_messages.user_id': 'streams: messages',
  'stream_recordings.owner_id': 'stream_recordings: recordings',
  'stream_reminders.user_id': 'streams: reminders',
  'stream_writers.user_id': 'streams: writers',
  'streams.user_id': 'streams: streams',
  'subscriptions.user_id': 'payments: subscriptions',
  'totp_secrets.user_id': 'sign_ins: second_step_since',
  'tracks.added_by': 'music: tracks',
  'tracks.user_id': 'music: tracks',
  'users.invited_by': 'profile: profile',
};

test('whatever names a person is in their archive, or there is a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(world.services.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(IN_THE_ARCHIVE).sort());
});

test('every list that is said to be in the archive is there', async () => {
  const { db } = world.services;
  const person = await world.user();
  const lists = new Set<string>();
  for (const [file, exportOf] of Object.entries(listUserDataExporters())) {
    for (const list of Object.keys(await exportOf(db, person.id))) lists.add(`${file}: ${list}`);
  }
  const said = Object.values(IN_THE_ARCHIVE).filter((where) => !where.startsWith('—'));
  expect(said.filter((where) => !lists.has(where))).toEqual([]);
});

test('every file of the archive has a name that people understand', () => {
  expect(Object.keys(listUserDataExporters()).filter((file) => !texts.has(`archive.of.${file}`))).toEqual([]);
});
