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
  bind(app, services, circleApi.friends, ({ viewer, query }) =>
    listPeople(services, viewer, friendsOf(viewer.userId), query),
  );
  bind(app, services, circleApi.relatives, ({ viewer, query }) =>
    listPeople(services, viewer, relativesOf(viewer.userId), query),
  );
  bind(app, services, circleApi.incoming, ({ viewer, query }) => listRequests(services, viewer, query));
  bind(app, services, circleApi.sent, ({ viewer, query }) => listSentRequests(services, viewer, query));
  bind(app, services, circleApi.friendsOf, ({ viewer, params, query }) =>
    listFriendsOf(services, viewer, params.id, query),
  );
  bind(app, services, circleApi.mutual, ({ viewer, params, query }) => listMutual(services, viewer, params.id, query));
  bind(app, services, circleApi.suggestions, ({ viewer, query }) => suggestPeople(services, viewer, query.size));
  bind(app, services, circleApi.hideSuggestion, ({ viewer, body }) => hideSuggestion(services, viewer, body));
  bind(app, services, circleApi.counts, ({ viewer }) => countCircle(services, viewer));

  bind(app, services, circleApi.request, ({ viewer, params }) => sendFriendRequest(services, viewer, params.id));
  bind(app, services, circleApi.accept, ({ viewer, params }) => acceptFriendRequest(services, viewer, params.id));
  bind(app, services, circleApi.hide, ({ viewer, params }) => hideFriendRequest(services, viewer, params.id));
  bind(app, services, circleApi.hideByPost, ({ viewer, params }) => hideFriendRequest(services, viewer, params.id));
  bind(app, services, circleApi.remove, ({ viewer, params }) => removeFriend(services, viewer, params.id));
  bind(app, services, circleApi.card, ({ viewer, body }) => getCard(services, viewer, body));

  bind(app, services, circleApi.isBlocked, ({ viewer, params }) => getBlock(services, viewer, params.id));
  bind(app, services, circleApi.block, ({ viewer, params }) => blockPerson(services, viewer, params.id));
  bind(app, services, circleApi.unblock, ({ viewer, params }) => unblockPerson(services, viewer, params.id));
  bind(app, services, circleApi.blocked, ({ viewer, query }) =>
    listPeople(services, viewer, blockedBy(viewer.userId), query),
  );
  bind(app, services, circleApi.mute, ({ viewer, params, body }) =>
    mutePerson(services, viewer, params.id, body.seconds),
  );
  bind(app, services, circleApi.unmute, ({ viewer, params }) => unmutePerson(services, viewer, params.id));
  bind(app, services, circleApi.muted, ({ viewer, query }) =>
    listPeople(services, viewer, mutedBy(viewer.userId), query),
  );
}
