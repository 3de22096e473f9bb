import { type Arrival, contentOf, type DatabaseState, type PersonLog } from './logs.ts';

export interface CheckResult {
  what: string;
  count: number;
  examples: string[];
}

const EXAMPLES_MAX = 5;

class CheckCounter {
  readonly what: string;
  count = 0;
  readonly examples: string[] = [];

  constructor(what: string) {
    this.what = what;
  }

  add(example: string, times = 1): void {
    this.count += times;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(example);
  }

  result(): CheckResult {
    return { what: this.what, count: this.count, examples: this.examples };
  }
}

const isMessage = (by: Arrival['by']): boolean => by === 'line' || by === 'page';

type Row = DatabaseState['messages'][number];

/** Compares what users were acknowledged and shown with the database. Every count must be 0. */
export function runChecks(people: readonly PersonLog[], truth: DatabaseState): CheckResult[] {
  const rows: Map<number, Row[]> = Map.groupBy(truth.messages, ({ chatId }) => chatId);
  for (const list of rows.values()) list.sort((a, b) => a.seq - b.seq);
  const chatOf = new Map(truth.chats.map((chat) => [`${chat.lowId} ${chat.highId}`, chat]));
  const find = (one: number, other: number) => chatOf.get(`${Math.min(one, other)} ${Math.max(one, other)}`);
  const input: CheckInput = { people, truth, rows, find };
  return [
    lost(input),
    unsent(input),
    refused(input),
    duplicatesInDatabase(input),
    duplicatesSeen(input),
    orderInDatabase(input),
    orderSeen(input),
    unseen(input),
    foreign(input),
    unreadInDatabase(input),
    unreadBelieved(input),
    marksBelieved(input),
  ];
}

interface CheckInput {
  people: readonly PersonLog[];
  truth: DatabaseState;
  rows: ReadonlyMap<number, readonly Row[]>;
  find(one: number, other: number): DatabaseState['chats'][number] | undefined;
}

function lost({ people, truth }: CheckInput): CheckResult {
  const count = new CheckCounter('Acknowledged messages lost');
  const byKey = new Map(truth.messages.map((row) => [`${row.senderId} ${row.key}`, row]));
  for (const { id, sent } of people) {
    for (const message of sent) {
      if (message.ackedAt === null) continue;
      const row = byKey.get(`${id} ${message.key}`);
      if (row === undefined) count.add(`${contentOf(id, message.to, message.n)} was promised and is not there`);
      else if (row.id !== message.id || row.seq !== message.seq)
        count.add(`${row.content} was promised as ${message.id}/${message.seq} and is ${row.id}/${row.seq}`);
      else if (row.content !== contentOf(id, message.to, message.n)) count.add(`message ${row.id} has another text`);
    }
  }
  return count.result();
}

function unsent({ people }: CheckInput): CheckResult {
  const count = new CheckCounter('Messages that still wait in an outbox at the end');
  for (const { id, waiting } of people) if (waiting > 0) count.add(`${waiting} of person ${id}`, waiting);
  return count.result();
}

function refused({ people }: CheckInput): CheckResult {
  const count = new CheckCounter('Calls refused that should have worked');
  for (const person of people) for (const answer of person.refused) count.add(`person ${person.id}: ${answer}`);
  return count.result();
}

function duplicatesInDatabase({ truth }: CheckInput): CheckResult {
  const count = new CheckCounter('Duplicates in the database');
  const seen = new Set<string>();
  for (const row of truth.messages) {
    // Rows with the same text are duplicates, whatever their idempotency key.
    if (seen.has(row.content)) count.add(`«${row.content}» stands there again as ${row.id}`);
    seen.add(row.content);
  }
  return count.result();
}

function duplicatesSeen({ people }: CheckInput): CheckResult {
  const count = new CheckCounter('Duplicates that somebody saw');
  for (const { id, dialogs } of people) {
    for (const { other, arrivals } of dialogs) {
      const receivedIds = new Set<number>();
      const numbers = new Map<number, number>();
      const texts = new Map<string, number>();
      for (const { by, id: message, seq, from, n } of arrivals) {
        if (!isMessage(by)) continue;
        // A message read over REST may also arrive over the connection, but the connection must not deliver one twice.
        if (by === 'line' && receivedIds.has(message))
          count.add(`person ${id} heard message ${message} of ${other} again`);
        if (by === 'line') receivedIds.add(message);
        if ((numbers.get(seq) ?? message) !== message) count.add(`person ${id} saw two messages ${seq} of ${other}`);
        numbers.set(seq, message);
        if ((texts.get(`${from} ${n}`) ?? message) !== message) count.add(`person ${id} saw ${from} #${n} twice`);
        texts.set(`${from} ${n}`, message);
      }
    }
  }
  return count.result();
}

function orderInDatabase({ truth, rows }: CheckInput): CheckResult {
  const count = new CheckCounter('Order violations in the database');
  for (const { id, lastSeq } of truth.chats) {
    const list = rows.get(id) ?? [];
    if (list.length !== lastSeq || (list.at(-1)?.seq ?? 0) !== lastSeq)
      count.add(`chat ${id} has ${list.length} messages up to ${list.at(-1)?.seq}, and counts ${lastSeq}`);
    const lastContents = new Map<number, string>();
    let before = 0;
    for (const { seq, senderId, content } of list) {
      if (seq !== before + 1) count.add(`chat ${id} goes from ${before} to ${seq}`);
      before = seq;
      const last = Number(/#(\d+)/.exec(lastContents.get(senderId) ?? '')?.[1] ?? 0);
      if (Number(/#(\d+)/.exec(content)?.[1]) !== last + 1)
        count.add(`chat ${id}: «${content}» follows on «${lastContents.get(senderId)}»`);
      lastContents.set(senderId, content);
    }
  }
  return count.result();
}

function orderSeen({ people }: CheckInput): CheckResult {
  const count = new CheckCounter('Order violations that somebody saw, holes included');
  for (const { id, dialogs } of people) {
    for (const { other, arrivals } of dialogs) {
      const seen = new Set<number>();
      let last = 0;
      let isAnew = false;
      for (const { by, seq } of arrivals) {
        if (!isMessage(by)) {
          isAnew = by === 'anew';
          continue;
        }
        if (seq > last + 1 && !isAnew) count.add(`person ${id}, dialog with ${other}: from ${last} to ${seq}`);
        if (seq < last && !seen.has(seq) && !isAnew)
          count.add(`person ${id}, dialog with ${other}: ${seq} after ${last}`);
        seen.add(seq);
        if (seq > last) last = seq;
      }
    }
  }
  return count.result();
}

/** Every message must be seen by the recipient and by the sender's own devices. */
function unseen({ people }: CheckInput): CheckResult {
  const count = new CheckCounter('Acknowledged messages that one of the two never saw');
  const seen = new Map(
    people.map(({ id, dialogs }) => [id, new Map(dialogs.map((d) => [d.other, idsOf(d.arrivals)]))]),
  );
  for (const { id, sent } of people) {
    for (const message of sent) {
      if (message.ackedAt === null) continue;
      for (const [reader, other] of [
        [message.to, id],
        [id, message.to],
      ] as const) {
        if (seen.get(reader)?.get(other)?.has(message.id) !== true)
          count.add(`person ${reader} never saw ${contentOf(id, message.to, message.n)}`);
      }
    }
  }
  return count.result();
}

const idsOf = (arrivals: PersonLog['dialogs'][number]['arrivals']): Set<number> =>
  new Set(arrivals.flatMap(({ by, id }) => (isMessage(by) ? [id] : [])));

function foreign({ people, rows, find }: CheckInput): CheckResult {
  const count = new CheckCounter('Things seen that are not in the database');
  for (const { id, dialogs } of people) {
    for (const { other, arrivals } of dialogs) {
      const chat = find(id, other);
      const list = (chat && rows.get(chat.id)) ?? [];
      const bySeq = new Map(list.map((row) => [row.seq, row]));
      for (const { by, seq, id: message, from, n } of arrivals) {
        if (!isMessage(by)) continue;
        const row = bySeq.get(seq);
        const text = contentOf(from, from === id ? other : id, n);
        if (row?.id !== message || row.senderId !== from || row.content !== text)
          count.add(`person ${id} saw ${message}/${seq} «${text}» of the dialog with ${other}`);
      }
    }
  }
  return count.result();
}

type Member = DatabaseState['members'][number];

const recount = ({ rows }: CheckInput, { chatId, userId, readSeq, clearedSeq }: Member): number =>
  (rows.get(chatId) ?? []).filter(({ seq, senderId }) => senderId !== userId && seq > readSeq && seq > clearedSeq)
    .length;

function unreadInDatabase(known: CheckInput): CheckResult {
  const count = new CheckCounter('Unread drift in the database');
  for (const member of known.truth.members) {
    const real = recount(known, member);
    if (member.unread !== real)
      count.add(`person ${member.userId}, dialog with ${member.otherId}: ${member.unread} kept, ${real} counted`);
  }
  return count.result();
}

function unreadBelieved(known: CheckInput): CheckResult {
  const count = new CheckCounter('Unread drift on devices');
  const members = new Map(known.truth.members.map((member) => [`${member.userId} ${member.otherId}`, member]));
  for (const { id, dialogs, unread } of known.people) {
    let badge = 0;
    for (const { other, belief } of dialogs) {
      const member = members.get(`${id} ${other}`);
      if (member === undefined) continue;
      const real = recount(known, member);
      if (!member.isMuted && !member.isArchived && member.folder === 'main') badge += real;
      if (belief?.unread !== real)
        count.add(`person ${id}, dialog with ${other}: ${belief?.unread} believed, ${real} counted`);
    }
    if (unread !== badge) count.add(`person ${id}: the badge shows ${unread}, ${badge} counted`);
  }
  return count.result();
}

function marksBelieved({ people, truth }: CheckInput): CheckResult {
  const count = new CheckCounter('Delivered and read marks that devices believe otherwise');
  const members = new Map(truth.members.map((member) => [`${member.userId} ${member.otherId}`, member]));
  for (const { id, dialogs } of people) {
    for (const { other, belief } of dialogs) {
      const [mine, theirs] = [members.get(`${id} ${other}`), members.get(`${other} ${id}`)];
      if (mine === undefined || theirs === undefined) continue;
      const real = [mine.readSeq, theirs.deliveredSeq, theirs.readSeq];
      const believed = [belief?.my_read_seq, belief?.delivered_seq, belief?.read_seq];
      if (real.some((seq, i) => seq !== believed[i]))
        count.add(`person ${id}, dialog with ${other}: ${believed.join('/')} believed, ${real.join('/')} there`);
    }
  }
  return count.result();
}
