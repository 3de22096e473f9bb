import type { Chat, ChatCounts, Message } from '@app/contract/messaging/chat';

/** A message of the other participant, whose id differs from its number. */
export const messageOf = (seq: number, change: Partial<Message> = {}): Message => ({
  id: seq + 1000,
  seq,
  kind: 'message',
  user: { id: 2, firstname: 'Анна', lastname: 'Лодочкина', photo: null },
  mine: 0,
  content: `Слово ${seq}`,
  files: [],
  attachments: [],
  timestamp: new Date(Date.UTC(2026, 10, 1) + seq * 1000).toISOString(),
  edited: null,
  deleted: 0,
  pinned: 0,
  silent: 0,
  reply: null,
  forwarded: null,
  card: null,
  reactions: [],
  warnings: [],
  client_key: null,
  ...change,
});

export const NO_COUNTS: ChatCounts = { unread: 0, chats: 0, requests: 0 };

export const chatOf = (lastSeq: number, change: Partial<Chat> = {}): Chat => ({
  user: { id: 2, firstname: 'Анна', lastname: 'Лодочкина', photo: null },
  last_message:
    lastSeq === 0
      ? null
      : {
          id: lastSeq + 1000,
          seq: lastSeq,
          mine: 0,
          content: `Слово ${lastSeq}`,
          preview: `Слово ${lastSeq}`,
          files: [],
          kind: 'text',
          timestamp: messageOf(lastSeq).timestamp,
        },
  blocked: 0,
  may_write: 1,
  folder: 'main',
  unread: 0,
  marked: 0,
  pinned: 0,
  muted: 0,
  muted_until: null,
  draft: '',
  delivered_seq: 0,
  read_seq: 0,
  my_read_seq: lastSeq,
  ...change,
});
