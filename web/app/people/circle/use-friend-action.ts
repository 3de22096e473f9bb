import { useRef, useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type FriendAction, type Friendship, friendshipOf } from './friendship-status.ts';

async function sendFriendAction(id: number, action: FriendAction): Promise<Friendship> {
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

interface FriendActions {
  sending: { id: number; action: FriendAction } | null;
  /** Resolves to the new friendship; undefined when the server rejected the action. */
  send: (id: number, action: FriendAction) => Promise<Friendship | undefined>;
}

/** Sends one action at a time; a second press during a request shows a message and sends nothing. */
export function useFriendAction(): FriendActions {
  const t = useText('circle');
  const [sending, setSending] = useState<FriendActions['sending']>(null);
  const isSending = useRef(false);

  async function send(id: number, action: FriendAction): Promise<Friendship | undefined> {
    if (isSending.current) {
      toast.info(t('frame.wait'));
      return undefined;
    }
    isSending.current = true;
    setSending({ id, action });
    try {
      const friendship = await sendFriendAction(id, action);
      // Two requests that crossed become a friendship.
      const done = friendship.friendship === 'friend' && action === 'request' ? 'accept' : action;
      toast.success(t(`circle.done.${done}`));
      return friendship;
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t(`circle.failed.${action === 'unkith' ? 'kith' : action}`));
      return undefined;
    } finally {
      isSending.current = false;
      setSending(null);
    }
  }

  return { sending, send };
}
