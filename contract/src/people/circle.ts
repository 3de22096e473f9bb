import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, search, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { User } from './users.ts';

export const FRIENDS_PAGE_SIZE = 24;
export const FRIENDS_PAGE_MAX = 100;
export const FRIENDS_MAX = 5000;
export const REQUESTS_SENT_MAX = 500;
export const SUGGESTIONS_SIZE = 12;
export const BLOCKED_PAGE_SIZE = 25;
/** Ten years: a longer mute is stored as unlimited. */
const MUTE_MAX_SECONDS = 10 * 365 * 86_400;

const paths = (suffix: string) => [`/api/users/${suffix}`, `/api/user/${suffix}`];

const Params = z.object({ id });
/** The relationship after the call; the same fields as in {@link User}. */
export const Friendship = z.object({
  id: z.number().int(),
  friendship: z.enum(['', 'request', 'friend']),
  friendship_direction: z.enum(['in', 'out']).nullable(),
  kith: bit,
});
export type Friendship = z.infer<typeof Friendship>;

/** Keyset cursor, the `next` of the previous page: as fast deep in a long list as at the start. Replaces `page`. */
const after = z
  .string()
  .regex(/^\d{1,17}\.\d{1,15}$/)
  .optional();
const next = z.string().nullable();
const filters = {
  search,
  country_id: optionalId,
  city_id: optionalId,
  after,
  ...pagePaging(FRIENDS_PAGE_SIZE, FRIENDS_PAGE_MAX),
};
/** `online` 1: only friends who are connected now and show it to me. */
const friendFilters = { ...filters, online: flag.optional() };
const People = z.object({ list: z.array(User), total, next });

export const FriendRequest = z.object({ user_from: User, timestamp: timestamp });
export const SentRequest = z.object({ user_to: User, timestamp: timestamp });

export const circleApi = {
  friends: endpoint('GET', paths('friends'), 'user', {
    summary: 'My friends, the newest first; with `online` 1 those who are online, as far as they show it.',
    query: z.object(friendFilters),
    response: People,
  }),
  relatives: endpoint('GET', paths('kith'), 'user', {
    summary: 'The viewer’s friends marked as relatives; `online` as in the list of friends.',
    query: z.object(friendFilters),
    response: People,
  }),
  incoming: endpoint('GET', paths('friends/income'), 'user', {
    summary: 'Incoming friend requests, the newest first.',
    query: z.object(filters),
    response: z.object({ list: z.array(FriendRequest), total, next }),
  }),
  sent: endpoint('GET', paths('friends/sent'), 'user', {
    summary: 'Sent friend requests.',
    query: z.object(filters),
    response: z.object({ list: z.array(SentRequest), total, next }),
  }),
  friendsOf: endpoint('GET', paths('friends/of/{id}'), 'user', {
    summary: 'Another user’s friends, when that user shows them to the viewer.',
    standby: true,
    params: Params,
    query: z.object(filters),
    response: People,
    errors: ['forbidden', 'not_found'],
  }),
  mutual: endpoint('GET', paths('friends/mutual/{id}'), 'user', {
    summary: 'Friends that the person and I have in common, when that person shows friends to me.',
    standby: true,
    params: Params,
    query: z.object(filters),
    response: People,
    errors: ['forbidden', 'not_found'],
  }),
  suggestions: endpoint('GET', paths('friends/suggestions'), 'user', {
    summary: 'People I may know: friends of friends first, then people of my city.',
    standby: true,
    query: z.object({ size: wholeNumber(1, 50).default(SUGGESTIONS_SIZE) }),
    response: z.object({ list: z.array(User) }),
  }),
  hideSuggestion: endpoint('POST', paths('friends/suggestions/hide'), 'user', {
    summary: 'Remove a user from the suggestions; with `hidden` 0, suggest them again.',
    body: z.object({ id, hidden: flag.default(1) }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
  counts: endpoint('GET', paths('friends/counts'), 'user', {
    summary: 'How many friends, relatives and waiting requests I have.',
    response: z.object({ friends: total, fams: total, requests: total }),
  }),
  request: endpoint('PUT', paths('friends/{id}'), 'user', {
    summary: 'Send a friend request. When that user sent one already, it is a friendship at once.',
    params: Params,
    response: Friendship,
    errors: ['not_found', 'blocked', 'friends_full', 'own_friendship'],
    limit: { max: 200, seconds: 3600 },
  }),
  accept: endpoint('POST', paths('friends/{id}'), 'user', {
    summary: 'Accept the request of this person.',
    params: Params,
    response: Friendship,
    errors: ['not_found', 'friends_full'],
  }),
  /** Fixed by the specification: a GET that changes state, so it is guarded like a write. */
  hide: endpoint('GET', paths('friends/{id}'), 'user', {
    summary: 'Hide the friend request of this user.',
    params: Params,
    response: Friendship,
    errors: ['not_found'],
    changesState: true,
  }),
  hideByPost: endpoint('POST', paths('friends/{id}/hide'), 'user', {
    summary: 'The same as a POST.',
    params: Params,
    response: Friendship,
    errors: ['not_found'],
  }),
  remove: endpoint('DELETE', paths('friends/{id}'), 'user', {
    summary: 'End a friendship, or cancel an own friend request.',
    params: Params,
    response: Friendship,
    errors: ['not_found'],
  }),
  card: endpoint('POST', paths('friend'), 'user', {
    summary: 'A person’s card; with `kith` 0 or 1 it also sets my private mark “relative” on a friend.',
    body: z.object({ id, kith: flag.optional() }),
    response: User,
    errors: ['not_found', 'gone', 'not_friends'],
  }),
  isBlocked: endpoint('GET', paths('block/{id}'), 'user', {
    summary: 'Whether I blocked this person. Reads only.',
    params: Params,
    response: z.object({ blocked: bit }),
  }),
  block: endpoint('PUT', paths('block/{id}'), 'user', {
    summary: 'Block a user: neither can contact the other; a friendship between them ends.',
    params: Params,
    response: z.object({ blocked: bit }),
    errors: ['not_found', 'forbidden'],
  }),
  unblock: endpoint('DELETE', paths('block/{id}'), 'user', {
    summary: 'Unblock a user.',
    params: Params,
    response: z.object({ blocked: bit }),
  }),
  blocked: endpoint('GET', paths('blocked'), 'user', {
    summary: 'Whom I blocked, the latest first.',
    query: z.object({ after, ...pagePaging(BLOCKED_PAGE_SIZE, FRIENDS_PAGE_MAX) }),
    response: People,
  }),
  mute: endpoint('PUT', paths('mute/{id}'), 'user', {
    summary: 'Mute a user for a number of seconds, or without an end when `seconds` is omitted.',
    params: Params,
    body: z.object({ seconds: wholeNumber(60, MUTE_MAX_SECONDS).optional() }),
    response: z.object({ muted: bit, muted_until: timestamp.nullable() }),
    errors: ['not_found', 'forbidden'],
  }),
  unmute: endpoint('DELETE', paths('mute/{id}'), 'user', {
    summary: 'Unmute a user.',
    params: Params,
    response: z.object({ muted: bit, muted_until: timestamp.nullable() }),
  }),
  muted: endpoint('GET', paths('muted'), 'user', {
    summary: 'Whom I muted.',
    query: z.object({ after, ...pagePaging(BLOCKED_PAGE_SIZE, FRIENDS_PAGE_MAX) }),
    response: People,
  }),
};
