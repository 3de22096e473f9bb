import { circleApi } from '#contract/people/circle';
import { call } from '../../platform/call.ts';
import { type FriendAction, type Friendship, friendshipOf } from './friendship-status.ts';

export async function sendFriendAction(id: number, action: FriendAction): Promise<Friendship> {
  const params = { id };
  switch (action) {
    case 'request':
      return call(circleApi.request, { params });
    case 'accept':
      return call(circleApi.accept, { params });
    case 'hide':
      return call(circleApi.hideByPost, { params });
    case 'cancel':
    case 'remove':
      return call(circleApi.remove, { params });
    case 'kith':
    case 'unkith':
      return friendshipOf(await call(circleApi.card, { body: { id, kith: action === 'kith' ? 1 : 0 } }));
  }
}
