export interface SentMessage {
  key: string;
  to: number;
  /** Sequence number among the messages of this sender to this recipient, from 1. */
  n: number;
  /** Time of sending. All times are milliseconds of one clock. */
  at: number;
  /** Time of the server's acknowledgement; null without one. */
  ackedAt: number | null;
  id: number;
  seq: number;
  tries: number;
}

export interface Arrival {
  by: 'line' | 'page' | 'anew' | 'whole';
  at: number;
  seq: number;
  id: number;
  from: number;
  n: number;
}

export interface Belief {
  unread: number;
  my_read_seq: number;
  delivered_seq: number;
  read_seq: number;
}

export interface PersonLog {
  id: number;
  sent: SentMessage[];
  dialogs: { other: number; arrivals: Arrival[]; belief: Belief | null }[];
  unread: number | null;
  refused: string[];
  waiting: number;
  /** Counts of connections opened, broken, told to reload (`limited`), and found dead by a heartbeat (`deaf`). */
  connection: { opened: number; broken: number; limited: number; deaf: number };
  calls: Record<string, number>;
}

export interface DatabaseState {
  messages: { id: number; chatId: number; seq: number; senderId: number; key: string | null; content: string }[];
  chats: { id: number; lowId: number; highId: number; lastSeq: number }[];
  members: {
    chatId: number;
    userId: number;
    otherId: number;
    unread: number;
    readSeq: number;
    deliveredSeq: number;
    clearedSeq: number;
    isMuted: boolean;
    folder: string;
    isArchived: boolean;
  }[];
}

export const contentOf = (from: number, to: number, n: number): string => `${from}>${to} #${n}: ${FILLING}`;

const FILLING = 'Здравствуйте! Ещё продаёте? Могу забрать сегодня вечером.';

export function parseNumber(content: string, from: number): number {
  const [, sender, , n] = /^(\d+)>(\d+) #(\d+): /.exec(content) ?? [];
  return Number(sender) === from && content.endsWith(FILLING) ? Number(n) : Number.NaN;
}
