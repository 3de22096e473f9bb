import { useRef, useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import type { TextKey } from '../../platform/texts.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { FriendAction, Friendship } from './friendship-status.ts';
import { sendFriendAction } from './send-friend-action.ts';

const DONE_TEXTS: Record<FriendAction, TextKey<'circle'>> = {
  request: 'circle.done.request',
  cancel: 'circle.done.cancel',
  accept: 'circle.done.accept',
  hide: 'circle.done.hide',
  remove: 'circle.done.remove',
  kith: 'circle.done.kith',
  unkith: 'circle.done.unkith',
};
const FAILED_TEXTS: Record<FriendAction, TextKey<'circle'>> = {
  request: 'circle.failed.request',
  cancel: 'circle.failed.cancel',
  accept: 'circle.failed.accept',
  hide: 'circle.failed.hide',
  remove: 'circle.failed.remove',
  kith: 'circle.failed.kith',
  unkith: 'circle.failed.kith',
};

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
      toast.success(
        t(friendship.friendship === 'friend' && action === 'request' ? DONE_TEXTS.accept : DONE_TEXTS[action]),
      );
      return friendship;
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t(FAILED_TEXTS[action]));
      return undefined;
    } finally {
      isSending.current = false;
      setSending(null);
    }
  }

  return { sending, send };
}
