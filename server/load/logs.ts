/** One thing that a person wanted to say, and what became of it. */
export interface SentMessage {
  key: string;
  /** The other end. */
  to: number;
  /** Its place among everything that this person says to that one, from one. */
  n: number;
  /** When it was written. All moments are milliseconds of one clock. */
  at: number;
  /** When the product promised to keep it; null as long as it did not. */
  ackedAt: number | null;
  id: number;
  seq: number;
  tries: number;
}

/**
 * What came of a dialog, in the order in which it came. `line`: told by the personal line. `page`: read over REST. `anew`: the line
 * said that something is missing, so that holes are no surprise until the dialog was read anew: `whole`.
 */
export interface Arrival {
  by: 'line' | 'page' | 'anew' | 'whole';
  at: number;
  seq: number;
  id: number;
  /** Who wrote it. */
  from: number;
  /** Its place as its writer counts, read from its text. */
  n: number;
}

/** What a person's device believes of a dialog once everything is quiet. */
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
  /** The badge. */
  unread: number | null;
  /** Calls that the product refused for good: a code of HTTP and the answer. */
  refused: string[];
  /** Written, and neither promised nor refused at the end. */
  waiting: number;
  /** How often the line opened, broke, told to read anew, or was found dead by a beat. */
  connection: { opened: number; broken: number; limited: number; deaf: number };
  /** How many calls ended how: a code of HTTP, or `broken`. */
  calls: Record<string, number>;
}

/** What the database has. */
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

/** A text that says who says it to whom, and as which one. */
export const contentOf = (from: number, to: number, n: number): string => `${from}>${to} #${n}: ${FILLING}`;

const FILLING = 'Здравствуйте! Ещё продаёте? Могу забрать сегодня вечером.';

/** The number that {@link contentOf} wrote; NaN when the text is another one. */
export function parseNumber(content: string, from: number): number {
  const [, sender, , n] = /^(\d+)>(\d+) #(\d+): /.exec(content) ?? [];
  return Number(sender) === from && content.endsWith(FILLING) ? Number(n) : Number.NaN;
}
