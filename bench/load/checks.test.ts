import { expect, test } from 'vitest';
import { runChecks } from './checks.ts';
import { type Arrival, contentOf, type DatabaseState, type PersonLog, parseNumber } from './logs.ts';
import { deliveryDelays, recoveries, spreadOf } from './timing.ts';

const ANNA = 7;
const BORIS = 9;
const COUNT = 6;

interface Scene {
  anna: PersonLog;
  boris: PersonLog;
  truth: DatabaseState;
}

/** Anna writes to Boris, who replies each time and stops reading after the fourth message; no check fails. */
function scene(): Scene {
  const rows: DatabaseState['messages'] = Array.from({ length: COUNT }, (_, i) => {
    const senderId = i % 2 === 0 ? ANNA : BORIS;
    const other = i % 2 === 0 ? BORIS : ANNA;
    const content = contentOf(senderId, other, Math.floor(i / 2) + 1);
    return { id: 100 + i, chatId: 1, seq: i + 1, senderId, key: `key ${i}`, content };
  });
  const arrivals = rows.map(
    ({ id, seq, senderId, content }): Arrival => ({
      by: 'line',
      at: 1000 * seq + 20,
      seq,
      id,
      from: senderId,
      n: parseNumber(content, senderId),
    }),
  );
  const log = (id: number, other: number, myRead: number, theirRead: number, unread: number): PersonLog => ({
    id,
    sent: rows
      .filter(({ senderId }) => senderId === id)
      .map((row) => ({
        key: row.key ?? '',
        to: other,
        n: parseNumber(row.content, id),
        at: 1000 * row.seq,
        ackedAt: 1000 * row.seq + 10,
        id: row.id,
        seq: row.seq,
        tries: 1,
      })),
    dialogs: [
      {
        other,
        arrivals: structuredClone(arrivals),
        belief: { unread, my_read_seq: myRead, delivered_seq: COUNT, read_seq: theirRead },
      },
    ],
    unread,
    refused: [],
    waiting: 0,
    connection: { opened: 1, broken: 0, limited: 0, deaf: 0 },
    calls: {},
  });
  const member = (
    userId: number,
    otherId: number,
    readSeq: number,
    unread: number,
  ): DatabaseState['members'][number] => ({
    chatId: 1,
    userId,
    otherId,
    unread,
    readSeq,
    deliveredSeq: COUNT,
    clearedSeq: 0,
    isMuted: false,
    folder: 'main',
    isArchived: false,
  });
  return {
    anna: log(ANNA, BORIS, COUNT, 4, 0),
    boris: log(BORIS, ANNA, 4, COUNT, 1),
    truth: {
      messages: rows,
      chats: [{ id: 1, lowId: ANNA, highId: BORIS, lastSeq: COUNT }],
      members: [member(ANNA, BORIS, COUNT, 0), member(BORIS, ANNA, 4, 1)],
    },
  };
}

function found(spoil: (made: Scene) => void): string[] {
  const made = scene();
  spoil(made);
  return runChecks([made.anna, made.boris], made.truth).flatMap(({ what, count }) => (count > 0 ? [what] : []));
}

const arrivalsOf = (log: PersonLog): Arrival[] => log.dialogs[0]?.arrivals ?? [];

function change<Item extends object>(item: Item | undefined, values: Partial<Item>): void {
  if (item === undefined) throw new Error('nothing to change');
  Object.assign(item, values);
}

test('nothing is found where nothing is wrong', () => {
  expect(found(() => {})).toEqual([]);
});

test('an acknowledged message that the database does not have is lost', () => {
  expect(found(({ truth }) => truth.messages.pop())).toContain('Acknowledged messages lost');
});

test('a message that was promised under another number, or keeps another text, is lost', () => {
  expect(found(({ anna }) => change(anna.sent[1], { seq: 5 }))).toEqual(['Acknowledged messages lost']);
  expect(found(({ truth }) => change(truth.messages[0], { content: 'что-то' }))).toContain(
    'Acknowledged messages lost',
  );
});

test('a message that was never promised need not be there', () => {
  expect(
    found(({ anna, boris, truth }) => {
      truth.messages.pop();
      change(truth.chats[0], { lastSeq: COUNT - 1 });
      change(boris.sent.at(-1), { ackedAt: null });
      for (const log of [anna, boris]) arrivalsOf(log).pop();
      for (const member of truth.members) change(member, { readSeq: Math.min(member.readSeq, COUNT) });
    }),
  ).toEqual([]);
});

test('what still waits, and what was refused, is told', () => {
  expect(found(({ anna }) => change(anna, { waiting: 2 }))).toEqual([
    'Messages that still wait in an outbox at the end',
  ]);
  expect(found(({ anna }) => anna.refused.push('404'))).toEqual(['Calls refused that should have worked']);
});

test('the same text twice in the database is a duplicate, whatever its key', () => {
  expect(
    found(({ truth }) => {
      const [first] = truth.messages;
      if (first) truth.messages.push({ ...first, id: 900, seq: COUNT + 1, key: 'another' });
      change(truth.chats[0], { lastSeq: COUNT + 1 });
    }),
  ).toContain('Duplicates in the database');
});

test('a message that the line tells again is a duplicate; one that was read and is told afterwards is none', () => {
  const seen = 'Duplicates that somebody saw';
  expect(found(({ boris }) => arrivalsOf(boris).push({ ...(arrivalsOf(boris)[2] as Arrival) }))).toEqual([seen]);
  expect(found(({ boris }) => change(arrivalsOf(boris)[2], { by: 'page' }))).toEqual([]);
  expect(
    found(({ boris }) => arrivalsOf(boris).splice(2, 0, { ...(arrivalsOf(boris)[2] as Arrival), by: 'page' })),
  ).toEqual([]);
  expect(found(({ boris }) => change(arrivalsOf(boris)[5], { n: 1, from: ANNA }))).toContain(seen);
});

test('numbers with a hole, and words in another order than they were said, are disorder in the database', () => {
  const disorder = 'Order violations in the database';
  expect(found(({ truth }) => truth.messages.splice(2, 1))).toContain(disorder);
  expect(found(({ truth }) => change(truth.chats[0], { lastSeq: COUNT + 1 }))).toEqual([disorder]);
  expect(
    found(({ truth }) => {
      change(truth.messages[0], { content: contentOf(ANNA, BORIS, 2) });
      change(truth.messages[2], { content: contentOf(ANNA, BORIS, 1) });
    }),
  ).toContain(disorder);
});

test('a hole on the line, and what comes too late, is disorder; not while the chat is read anew', () => {
  const disorder = 'Order violations that somebody saw, holes included';
  const mark = (by: 'anew' | 'whole'): Arrival => ({ by, at: 0, seq: 0, id: 0, from: 0, n: 0 });
  const swap = (log: PersonLog): void => {
    const list = arrivalsOf(log);
    list.splice(1, 2, list[2] as Arrival, list[1] as Arrival);
  };
  expect(found(({ boris }) => swap(boris))).toEqual([disorder]);
  expect(
    found(({ boris }) => {
      swap(boris);
      arrivalsOf(boris).splice(0, 0, mark('anew'));
      arrivalsOf(boris).splice(4, 0, mark('whole'));
    }),
  ).toEqual([]);
  expect(
    found(({ boris }) => {
      swap(boris);
      arrivalsOf(boris).splice(0, 0, mark('anew'), mark('whole'));
    }),
  ).toEqual([disorder]);
});

test('what one of the two never saw is told, and what nobody wrote', () => {
  const unseen = 'Acknowledged messages that one of the two never saw';
  expect(found(({ boris }) => arrivalsOf(boris).pop())).toEqual([unseen]);
  expect(found(({ anna }) => arrivalsOf(anna).pop())).toEqual([unseen]);
  expect(found(({ boris }) => change(arrivalsOf(boris)[1], { n: 77 }))).toEqual([
    'Things seen that are not in the database',
  ]);
});

test('a count that drifted is told, in the database and on devices', () => {
  const onDevices = 'Unread drift on devices';
  expect(found(({ truth }) => change(truth.members[1], { unread: 2 }))).toEqual(['Unread drift in the database']);
  expect(found(({ boris }) => change(boris.dialogs[0]?.belief ?? undefined, { unread: 0 }))).toEqual([onDevices]);
  expect(found(({ boris }) => change(boris, { unread: 2 }))).toEqual([onDevices]);
  expect(found(({ boris }) => change(boris, { unread: null }))).toEqual([onDevices]);
});

test('marks that a device believes otherwise are told', () => {
  const marks = 'Delivered and read marks that devices believe otherwise';
  expect(found(({ anna }) => change(anna.dialogs[0]?.belief ?? undefined, { read_seq: 3 }))).toEqual([marks]);
  expect(found(({ truth }) => change(truth.members[0], { deliveredSeq: 3 }))).toEqual([marks]);
});

test('waits are counted from writing to seeing, those near a fault apart', () => {
  const { anna, boris } = scene();
  const { calm, all } = deliveryDelays([anna, boris], [{ kind: 'kill', begin: 4500, end: 4500 }]);
  expect(all).toMatchObject({ of: COUNT, p50: 20, max: 20 });
  expect(calm.of).toBe(3);
});

test('whoever sends and hears again has recovered; whom the next fault finds waiting has not', () => {
  const { anna, boris } = scene();
  const faults = [
    { kind: 'kill', begin: 2500, end: 2500 },
    { kind: 'cut', begin: 4500, end: 5500 },
  ];
  const found = recoveries([anna, boris], faults, 7000);
  // Anna's next acknowledgement is at 3010, and she sees Boris's message at 4020; for Boris the other way round.
  expect(found.get('kill')).toEqual([1520, 1510]);
  expect(found.get('cut')).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  expect(spreadOf([3, 1, 2])).toMatchObject({ p50: 2, p95: 3, max: 3, of: 3 });
});
