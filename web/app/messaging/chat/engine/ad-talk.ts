import type { ThreadEntry } from './chat-types.ts';

/** What the reader and the other person have said since an ad became the subject of their chat. */
export interface AdTalk {
  hasWritten: boolean;
  /** The last word is the other person's. */
  isMyTurn: boolean;
  /** The reader's own texts. */
  said: ReadonlySet<string>;
}

const contentOf = (row: ThreadEntry): string => ('message' in row ? row.message.content : row.outgoing.content);
const isAutomatic = (row: ThreadEntry): boolean => 'message' in row && row.message.automatic === 1;
const isMine = (row: ThreadEntry): boolean => !('message' in row) || row.message.mine === 1;

function isAbout(row: ThreadEntry, adId: number): boolean {
  if (!('message' in row)) return row.outgoing.boardId === adId;
  const { card } = row.message;
  return card !== null && card.kind === 'ad' && card.id === adId;
}

/** `isNew`: the reader comes from the ad. Otherwise the subject of a chat without its card is as old as the chat. */
export function findAdTalk(rows: readonly ThreadEntry[], adId: number, isNew: boolean): AdTalk {
  const from = rows.findLastIndex((row) => isAbout(row, adId));
  // An away answer is no word of the seller.
  const since = (from === -1 ? (isNew ? [] : rows) : rows.slice(from)).filter((row) => !isAutomatic(row));
  const own = since.filter(isMine);
  const last = since.at(-1);
  return {
    hasWritten: own.length > 0,
    isMyTurn: last !== undefined && !isMine(last),
    said: new Set(own.map(contentOf)),
  };
}
