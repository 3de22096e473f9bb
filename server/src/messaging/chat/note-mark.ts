import { inBatches, oneFor } from '../../platform/batches.ts';
import type { Services } from '../../platform/services.ts';
import type { ToldOfChat } from './tell-chat.ts';

/** Up to where somebody's messages reached a device of mine, or were read by me. */
interface Mark {
  readerId: number;
  writerId: number;
  seq: number;
  isRead: boolean;
}

interface Noted {
  known_places: string[];
  told_ids: string[];
  about_ids: string[];
  told_seqs: string[] | null;
}

type MarkServices = Pick<Services, 'pool' | 'live'>;

const NOTE = { name: 'mark-chats', text: 'select * from mark_chats($1, $2, $3, $4, $5)' };
/** Nobody waits for a mark: those of a moment go together. */
const TOGETHER = { max: 200, pauseMs: 60 };

const noterOf = oneFor((services: MarkServices) =>
  inBatches((marks: readonly Mark[]) => noteAll(services, marks), TOGETHER),
);

/**
 * Note a mark, together with those of everybody else on this node at this moment. Marks never go backwards, and what changes nothing is
 * told to nobody. Answers whether the dialog has begun.
 */
export const noteMark = (services: MarkServices, mark: Mark): Promise<boolean> => noterOf(services)(mark);

async function noteAll({ pool, live }: MarkServices, marks: readonly Mark[]): Promise<boolean[]> {
  const values = [
    marks.map(({ readerId }) => readerId),
    marks.map(({ writerId }) => writerId),
    marks.map(({ seq }) => seq),
    marks.map(({ isRead }) => isRead),
    live.isToldByDatabase,
  ];
  const { rows } = await pool.query<Noted>({ ...NOTE, values });
  const { known_places = [], told_ids = [], about_ids = [], told_seqs = [] } = rows[0] ?? {};
  live.handOn(
    told_ids.map((id, i) => ({
      userId: Number(id),
      seq: Number(told_seqs?.[i]),
      event: { type: 'chat_marks', user_id: Number(about_ids[i]) } satisfies ToldOfChat,
    })),
  );
  const known = new Set(known_places.map(Number));
  return marks.map((_, i) => known.has(i + 1));
}
