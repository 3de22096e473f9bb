import type pg from 'pg';
import { createBatcher, memoizeByKey } from '../../../platform/batches.ts';
import { isDatabaseAway } from '../../../platform/database/database-away.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { ChatEventRef } from '../publish-chat-event.ts';
import { pushMessageJob } from '../push/push-message.job.ts';
import { PAGES_FIRST_MS, SECOND_MS } from '../push/push-message.ts';

interface PlainText {
  senderId: number;
  receiverId: number;
  key: string | null;
  content: string;
  hasLink: boolean;
  isSilent: boolean;
}

export interface StoredText {
  id: number;
  seq: number;
  at: Date;
  firstname: string | null;
  lastname: string | null;
  photo: string | null;
}

interface Row extends Omit<StoredText, 'id' | 'seq' | 'at'> {
  place: number;
  message_id: number;
  message_seq: number;
  sender_event_seq: number;
  receiver_event_seq: number;
}

/** Batch limits; a single message does not wait. */
const TOGETHER = { max: 100, atOnce: 2, pauseMs: 12 };

const senderOf = memoizeByKey((services: Services) =>
  createBatcher((texts: readonly PlainText[]) => sendAll(services, texts), TOGETHER),
);

/**
 * Sends a plain text between users who know each other. One statement handles all messages of this node at the moment.
 * Returns undefined when the message was not sent: a repeat, not allowed, or not plain.
 */
export const sendPlain = (services: Services, text: PlainText): Promise<StoredText | undefined> =>
  senderOf(services)(text);

async function sendAll(
  { pool, live, clock }: Services,
  texts: readonly PlainText[],
): Promise<readonly (StoredText | undefined)[]> {
  const at = clock();
  const rows = await insertTexts(pool, texts, at, live.isBusTransactional);
  const events = rows.flatMap(({ place, message_id: id, sender_event_seq, receiver_event_seq }) => {
    const { senderId, receiverId } = texts[place - 1] as PlainText;
    const event = (user_id: number): ChatEventRef => ({ type: 'chat_message', user_id, id });
    return [
      { userId: senderId, seq: sender_event_seq, event: event(receiverId) },
      { userId: receiverId, seq: receiver_event_seq, event: event(senderId) },
    ];
  });
  live.deliverStoredEvents(events);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return texts.map((_, i) => {
    const row = byPlace.get(i + 1);
    if (row === undefined) return undefined;
    const { message_id: id, message_seq: seq, firstname, lastname, photo } = row;
    return { id, seq, at, firstname, lastname, photo };
  });
}

async function insertTexts(pool: pg.Pool, texts: readonly PlainText[], at: Date, isNotified: boolean): Promise<Row[]> {
  try {
    const { rows } = await pool.query<Row>({
      name: 'send-plain-messages',
      text: 'select * from send_plain_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      values: [
        texts.map(({ senderId }) => senderId),
        texts.map(({ receiverId }) => receiverId),
        texts.map(({ key }) => key),
        texts.map(({ content }) => content),
        texts.map(({ hasLink }) => hasLink),
        texts.map(({ isSilent }) => isSilent),
        at,
        pushMessageJob.name,
        pushMessageJob.maxAttempts,
        `${SECOND_MS + PAGES_FIRST_MS} milliseconds`,
        isNotified,
      ],
    });
    return rows;
  } catch (error) {
    // When the database rejects the batch, nothing was stored and each message takes the ordinary path. After a lost
    // connection the result is unknown, so the error is thrown.
    if (isRefusal(error) && !isDatabaseAway(error)) return [];
    throw error;
  }
}

/** Errors of the database server have a severity. */
const isRefusal = (error: unknown): boolean => error instanceof Error && 'severity' in error && 'code' in error;
