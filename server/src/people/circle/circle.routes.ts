import { circleApi } from '@app/contract/people/circle';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { acceptFriendRequest, hideFriendRequest } from './answer-friend-request.ts';
import { blockPerson, getBlock, unblockPerson } from './block-person.ts';
import {
  countCircle,
  getCard,
  listFriendsOf,
  listMutual,
  listPeople,
  listRequests,
  listSentRequests,
} from './list-people.ts';
import { mutePerson, unmutePerson } from './mute-person.ts';
import { blockedBy, friendsOf, mutedBy, relativesOf } from './people.queries.ts';
import { removeFriend } from './remove-friend.ts';
import { sendFriendRequest } from './send-friend-request.ts';
import { hideSuggestion, suggestPeople } from './suggest-people.ts';

export function registerCircle(app: FastifyInstance, services: Services): void {
  bind(app, services, circleApi, {
    friends: ({ viewer, query }) => listPeople(services, viewer, friendsOf(viewer.userId), query),
    relatives: ({ viewer, query }) => listPeople(services, viewer, relativesOf(viewer.userId), query),
    incoming: ({ viewer, query }) => listRequests(services, viewer, query),
    sent: ({ viewer, query }) => listSentRequests(services, viewer, query),
    friendsOf: ({ viewer, params, query }) => listFriendsOf(services, viewer, params.id, query),
    mutual: ({ viewer, params, query }) => listMutual(services, viewer, params.id, query),
    suggestions: ({ viewer, query }) => suggestPeople(services, viewer, query.size),
    hideSuggestion: ({ viewer, body }) => hideSuggestion(services, viewer, body),
    counts: ({ viewer }) => countCircle(services, viewer),
    request: ({ viewer, params }) => sendFriendRequest(services, viewer, params.id),
    accept: ({ viewer, params }) => acceptFriendRequest(services, viewer, params.id),
    hide: ({ viewer, params }) => hideFriendRequest(services, viewer, params.id),
    hideByPost: ({ viewer, params }) => hideFriendRequest(services, viewer, params.id),
    remove: ({ viewer, params }) => removeFriend(services, viewer, params.id),
    card: ({ viewer, body }) => getCard(services, viewer, body),
    isBlocked: ({ viewer, params }) => getBlock(services, viewer, params.id),
    block: ({ viewer, params }) => blockPerson(services, viewer, params.id),
    unblock: ({ viewer, params }) => unblockPerson(services, viewer, params.id),
    blocked: ({ viewer, query }) => listPeople(services, viewer, blockedBy(viewer.userId), query),
    mute: ({ viewer, params, body }) => mutePerson(services, viewer, params.id, body.seconds),
    unmute: ({ viewer, params }) => unmutePerson(services, viewer, params.id),
    muted: ({ viewer, query }) => listPeople(services, viewer, mutedBy(viewer.userId), query),
  });
}
