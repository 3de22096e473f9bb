import type { Chat, ChatCounts, ChatEvent, Message } from '@app/contract/messaging/chat';
import type { Lang } from '@app/contract/platform/languages';
import type { Services } from '../../platform/domain/services.ts';
import type { NumberedEvent } from '../../platform/live/user-events.queries.ts';
import { findChats } from './list/chats.queries.ts';
import { countChats } from './list/count-chats.public.ts';
import { presentFoundChats } from './list/present-chats.ts';
import { findMessages } from './messages/messages.queries.ts';
import { presentFoundMessages } from './messages/present-messages.ts';
import type { ChatEventRef } from './publish-chat-event.ts';

interface ChatSnapshot {
  messages: ReadonlyMap<number, Message>;
  chats: ReadonlyMap<number, Chat>;
  counts: ChatCounts;
}

/**
 * Presents chat events for a user's pages in these languages, by event number. Frames contain the current state, which
 * is read once for all simultaneous events.
 */
export async function presentChatEvents(
  services: Services,
  userId: number,
  langs: readonly Lang[],
  events: readonly NumberedEvent[],
): Promise<Map<Lang, Map<number, object>>> {
  const refs = events.map(({ seq, event }) => ({ seq, event: event as ChatEventRef }));
  const ids = new Set(refs.flatMap(({ event }) => ('id' in event ? [event.id] : [])));
  const ends = new Set(refs.map(({ event }) => event.user_id));
  const [messages, found, counts] = await Promise.all([
    findMessages(services.pool, userId, [...ids]),
    findChats(services.pool, userId, [...ends]),
    countChats(services.pool, userId),
  ]);
  const chats = found.filter(({ folder }) => folder !== 'declined');
  const presented = langs.map(async (lang) => {
    const reader = { userId, lang };
    const now: ChatSnapshot = {
      messages: await presentFoundMessages(services, reader, messages),
      chats: await presentFoundChats(services, reader, chats),
      counts,
    };
    return [lang, new Map(refs.map(({ seq, event }) => [seq, { ...presentEvent(event, now), seq }]))] as const;
  });
  return new Map(await Promise.all(presented));
}

function presentEvent(event: ChatEventRef, { messages, chats, counts }: ChatSnapshot): ChatEvent {
  const { user_id } = event;
  const known = chats.get(user_id) ?? null;
  // A chat without message and draft is not listed.
  const chat = known?.last_message === null && known.draft === '' ? null : known;
  if (event.type === 'chat_deleted')
    return { type: event.type, user_id, ids: event.ids, up_to_seq: event.up_to_seq, chat, counts };
  if (event.type === 'chat_message' || event.type === 'chat_changed') {
    const message = messages.get(event.id);
    if (message === undefined) return { type: 'chat_deleted', user_id, ids: [event.id], up_to_seq: null, chat, counts };
    if (event.type === 'chat_changed' || message.deleted === 1)
      return { type: 'chat_changed', user_id, message, chat, counts };
    if (known !== null) return { type: event.type, user_id, message, chat: known, counts };
  }
  if (event.type === 'chat_marks' && known !== null) return { type: event.type, user_id, chat: known, counts };
  return { type: 'chat_line', user_id, chat: known, counts };
}
