import type { chatApi as Api, Chat, Message } from '@app/contract/messaging/chat';
import type { CallInput } from '@app/contract/platform/endpoint';
import { chatApi, DELETED_AT_ONCE_MAX, FORWARDED_MAX } from '#contract/messaging/chat';
import { startCountsRequest } from '../../../notifications/notifications/chat-counts.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { clientKey } from '../../../platform/client-key.ts';
import { call } from './chat-call.ts';
import { emitChatEvent } from './chat-events.ts';
import { showErrorToast } from './messages-text.ts';
import { clearReadState } from './receipts.ts';

/** Every action resolves to whether it succeeded. A failed action is reverted on the screen and reported by a toast. */
type ActionResult = Promise<boolean>;
export type Reaction = NonNullable<NonNullable<CallInput<typeof Api.react>['body']>['reaction']>;
export type RequestAnswer = 'accept' | 'decline' | 'report';
export interface ChatChange {
  pinned?: boolean;
  archived?: boolean;
  /** Seconds; 0 without an end; null to unmute. */
  mute?: number | null;
}

type FailureText = Parameters<typeof showErrorToast>[0];

const RETRIES_MS = [500, 1500, 4000];

async function attempt(
  task: () => Promise<void>,
  undo: () => void,
  text: FailureText = 'delivery.failed',
): ActionResult {
  try {
    await task();
    return true;
  } catch (error) {
    undo();
    const isServerMessage = text === 'delivery.failed' && isApiError(error) && error.status < 500;
    showErrorToast(text, isServerMessage ? error.body.message : '');
    return false;
  }
}

const nothing = (): void => undefined;
const emitSwap = (before: Message, after: Message): void => emitChatEvent({ type: 'local_swap', before, after });
const emitChatChange = (userId: number, change: Partial<Chat>): void =>
  emitChatEvent({ type: 'local_chat', user_id: userId, change });
const emitDoubt = (userId: number): void => emitChatEvent({ type: 'local_doubt', user_id: userId });

function change(before: Message, after: Message, task: () => Promise<Message>): ActionResult {
  emitSwap(before, after);
  return attempt(
    async () => emitSwap(after, await task()),
    () => emitSwap(after, before),
  );
}

export function editMessage(message: Message, content: string): ActionResult {
  const after = { ...message, content, edited: message.edited ?? message.timestamp };
  return change(message, after, () => call(chatApi.edit, { params: { id: message.id }, body: { content } }));
}

export function react(message: Message, reaction: Reaction | null): ActionResult {
  const after = { ...message, reactions: reactionsWith(message.reactions, reaction) };
  return change(message, after, () => call(chatApi.react, { params: { id: message.id }, body: { reaction } }));
}

/** A user has at most one reaction per message; a new one replaces the previous one. */
function reactionsWith(reactions: Message['reactions'], mine: Reaction | null): Message['reactions'] {
  const others = reactions.flatMap((one): Message['reactions'] => {
    const count = one.count - one.mine;
    return count > 0 ? [{ ...one, count, mine: 0 }] : [];
  });
  if (mine === null) return others;
  const at = others.findIndex(({ reaction }) => reaction === mine);
  const count = (others[at]?.count ?? 0) + 1;
  const own = { reaction: mine, count, mine: 1 as const };
  return at === -1 ? [...others, own] : others.with(at, own);
}

export function pinMessage(message: Message, pinned: boolean): ActionResult {
  const bit = pinned ? 1 : 0;
  const body = { pinned: bit } as const;
  const task = () => call(chatApi.pinMessage, { params: { id: message.id }, body });
  return change(message, { ...message, pinned: bit }, task);
}

export function deleteMessages(userId: number, messages: readonly Message[], both: boolean): ActionResult {
  const ids = messages.map(({ id }) => id);
  emitChatEvent({ type: 'local_hidden', user_id: userId, ids });
  return attempt(
    async () => {
      for (let at = 0; at < ids.length; at += DELETED_AT_ONCE_MAX) {
        const part = ids.slice(at, at + DELETED_AT_ONCE_MAX);
        await call(chatApi.removeMessages, { body: { ids: part, both: both ? 1 : 0 } });
      }
    },
    () => emitDoubt(userId),
  );
}

/** One client key per message makes retries idempotent. */
export function forwardTo(userId: number, messages: readonly Message[]): ActionResult {
  const ids = messages.toSorted((one, other) => one.seq - other.seq).map(({ id }) => id);
  return attempt(
    async () => {
      for (let at = 0; at < ids.length; at += FORWARDED_MAX) {
        const body = { ids: ids.slice(at, at + FORWARDED_MAX), client_key: clientKey() };
        const { list } = await retryTransient(() => call(chatApi.forward, { params: { id: userId }, body }));
        for (const message of list) emitChatEvent({ type: 'local_sent', user_id: userId, message });
      }
    },
    nothing,
    'delivery.sendFailed',
  );
}

async function retryTransient<T>(task: () => Promise<T>): Promise<T> {
  for (const delay of RETRIES_MS) {
    try {
      return await task();
    } catch (error) {
      const isTransient = isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429);
      if (!isTransient) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return task();
}

export function markUnread(userId: number): ActionResult {
  clearReadState(userId);
  emitChatChange(userId, { marked: 1 });
  return attempt(
    async () => {
      const setCounts = startCountsRequest();
      setCounts(await call(chatApi.markRead, { params: { id: userId }, body: { marked: 1 } }));
    },
    () => emitDoubt(userId),
  );
}

export function changeChat(userId: number, { pinned, archived, mute }: ChatChange): ActionResult {
  emitChatChange(userId, {
    ...(pinned !== undefined && { pinned: pinned ? 1 : 0 }),
    ...(archived === true && { folder: 'archive' }),
    ...(mute !== undefined && { muted: mute === null ? 0 : 1 }),
  });
  const body = { pinned, archived, mute };
  return attempt(
    async () => emitChatChange(userId, await call(chatApi.change, { params: { id: userId }, body })),
    () => emitDoubt(userId),
  );
}

export function blockChat(userId: number, blocked: boolean): ActionResult {
  return attempt(
    async () => {
      await call(blocked ? chatApi.block : chatApi.unblock, { params: { id: userId } });
      emitChatChange(userId, blocked ? { blocked: 1, may_write: 0 } : { blocked: 0 });
      emitDoubt(userId);
    },
    nothing,
    'delivery.blockFailed',
  );
}

export function deleteChat(userId: number, both: boolean): ActionResult {
  return attempt(
    async () => {
      await call(chatApi.remove, { params: { id: userId }, query: { both: both ? 1 : 0 } });
      clearReadState(userId);
      emitChatChange(userId, { last_message: null, unread: 0 });
      emitDoubt(userId);
    },
    nothing,
    'delivery.deleteFailed',
  );
}

export function answerRequest(userId: number, answer: RequestAnswer): ActionResult {
  return attempt(async () => {
    const setCounts = startCountsRequest();
    setCounts(await call(chatApi.answerRequest, { params: { id: userId }, body: { answer } }));
    if (answer === 'accept') emitChatChange(userId, { folder: 'main' });
    emitDoubt(userId);
  }, nothing);
}
