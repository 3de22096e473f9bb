import fc from 'fast-check';
import { WebSocket } from 'ws';
import { bodyOf, KNOWN_IDS, spellOut } from '../../server/test/trust/hostile/hostile-input.ts';
import type { Findings } from './findings.ts';
import type { FuzzPerson } from './fuzz-people.ts';
import type { FuzzStage } from './fuzz-stage.ts';
import { type Channel, readChannels } from './read-channels.ts';

export interface FramesOptions {
  count: number;
  seed: number;
  /** Is told after every twentieth part. */
  onPart(sent: number): Promise<void>;
}

export interface FramesReport {
  channels: number;
  sent: number;
  /** How often frames were passed over or obeyed (`beat`), and how often they closed the socket, by its code. */
  byOutcome: Record<string, number>;
  seconds: number;
}

const LANES = 16;
const PART_MIN = 2500;
const PARTS = 20;
/** The server counts the messages of each person, and closes sockets of those who send more than twenty a second. */
const PEOPLE = 240;
const ROOMS = 8;
/** Calls end by what is said in them. */
const ROOM_FRAMES_MAX = 400;
const ANSWER_TIMEOUT_MS = 30_000;
/** Close codes of the protocol, without those for a defect of the server or a lost connection. */
const CODES: ReadonlySet<number> = new Set([1000, 1002, 1003, 1005, 1007, 1008, 1009, 4401, 4403]);
const BEAT = '{"type":"beat"}';

/** Sends frames made from the described messages of each socket, and asks after each whether the socket still answers. */
export async function runFrames(
  stage: FuzzStage,
  findings: Findings,
  { count, seed, onPart }: FramesOptions,
): Promise<FramesReport> {
  const begin = performance.now();
  const byOutcome: Record<string, number> = {};
  if (count === 0 || stage.hasEnded()) return { channels: 0, sent: 0, byOutcome, seconds: 0 };
  const channels = await readChannels(stage.origin);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => stage.people.make()));
  const rooms = await createRooms(stage, people);
  const generators = channels.map(frameOf);
  const part = Math.max(PART_MIN, Math.ceil(count / PARTS));
  let next = 0;

  async function lane(until: number, number: number): Promise<void> {
    while (next < until && !stage.hasEnded()) {
      const index = next++;
      const place = index % channels.length;
      const channel = channels[place] as Channel;
      const [frame = ''] = fc.sample(generators[place] as fc.Arbitrary<string>, {
        seed: Math.imul(seed + index, 0x9e3779b1) | 0,
        numRuns: 1,
      });
      const person = people[(number + index * 7) % people.length] as FuzzPerson;
      const room = channel.address.includes('{room}') ? await rooms.take(index, findings) : undefined;
      const owner = room?.person ?? person;
      const address = addressOf(channel, { owner, other: people[(index + 1) % people.length], room: room?.id, index });
      const outcome = await sendFrame(stage.origin, address, owner, { frame, channel });
      byOutcome[outcome.is] = (byOutcome[outcome.is] ?? 0) + 1;
      if (outcome.wrong !== undefined)
        findings.add(`${channel.address}: ${outcome.wrong}`, `frame ${index} to ${address}: ${frame.slice(0, 500)}`);
    }
  }

  while (next < count && !stage.hasEnded()) {
    const until = Math.min(count, next + part);
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(until, number)));
    await onPart(next);
  }
  if (stage.hasEnded()) findings.add('the product ended', `after frame ${next}`);
  return { channels: channels.length, sent: next, byOutcome, seconds: (performance.now() - begin) / 1000 };
}

function frameOf({ messages }: Channel): fc.Arbitrary<string> {
  const described = Object.entries(messages).map(([type, schema]) =>
    bodyOf(schema).map((body) => ({ ...(Object(body) as object), type })),
  );
  const strange = fc.record({
    type: fc.constantFrom('__proto__', 'constructor', '', 'beat', 'hello', 'toString'),
    user_id: fc.jsonValue(),
  });
  const message = fc.oneof(...described.map((one) => ({ weight: 4, arbitrary: one })), strange, fc.jsonValue());
  const broken = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('[', '{"type":', '{"type":"ping","type":"watch"}', '['.repeat(15_000), 'x'.repeat(17_000)),
  );
  return fc.oneof(
    { weight: 19, arbitrary: message.map((value) => spellOut(JSON.stringify(value) ?? 'null')) },
    { weight: 1, arbitrary: broken },
  );
}

interface AddressParts {
  owner: FuzzPerson;
  other: FuzzPerson | undefined;
  room: string | undefined;
  index: number;
}

function addressOf({ address }: Channel, { owner, other, room, index }: AddressParts): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'room') return room ?? '';
    if (name === 'user' || name === 'user_id' || name === 'my_id') return String(owner.id);
    if (name === 'other_id') return String(other?.id);
    return String((index % KNOWN_IDS) + 1);
  });
}

interface Outcome {
  is: string;
  wrong?: string;
}

async function sendFrame(
  origin: string,
  address: string,
  { token }: FuzzPerson,
  { frame, channel }: { frame: string; channel: Channel },
): Promise<Outcome> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${address}`, { headers: { cookie: `token=${token}` } });
  let wrong: string | undefined;
  let hasBeat = false;
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  const beat = new Promise<'beat'>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(String(data)) as { type?: string };
      if (event.type === 'beat') {
        hasBeat = true;
        resolve('beat');
      } else wrong ??= channel.check(event);
    });
  });
  socket.addEventListener('open', () => {
    socket.send(frame);
    socket.send(BEAT);
  });
  socket.addEventListener('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ANSWER_TIMEOUT_MS);
  });
  const first = await Promise.race([beat, closed, late]);
  clearTimeout(timer);
  if (first === 'late') wrong ??= 'neither answered nor closed';
  if (first === 'beat' || first === 'late') socket.close();
  const code = await closed;
  if (!hasBeat && !CODES.has(code)) wrong ??= `closed with ${code}`;
  return { is: hasBeat ? 'beat' : String(code), wrong };
}

interface Room {
  id: string;
  person: FuzzPerson;
}

interface Rooms {
  take(index: number, findings: Findings): Promise<Room>;
}

/** Calls between neighbours; each gives way to a new one after some frames. */
async function createRooms({ origin }: FuzzStage, people: readonly FuzzPerson[]): Promise<Rooms> {
  let started = 0;
  const rooms: { uses: number; room: Promise<Room> }[] = [];

  async function start(findings?: Findings): Promise<Room> {
    const person = people[(started * 2) % people.length] as FuzzPerson;
    const other = people[(started * 2 + 1) % people.length] as FuzzPerson;
    started += 1;
    const answer = await fetch(`${origin}/api/video/conference`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: other.id }),
    });
    const text = await answer.text();
    if (answer.status >= 500) findings?.add(`a call was answered with ${answer.status}`, text);
    const { room_id } = JSON.parse(text) as { room_id?: string };
    return { id: room_id ?? 'none', person };
  }

  for (let i = 0; i < ROOMS; i++) rooms.push({ uses: 0, room: start() });
  return {
    take(index, findings) {
      const place = index % ROOMS;
      const one = rooms[place];
      if (one !== undefined && one.uses++ < ROOM_FRAMES_MAX / ROOMS) return one.room;
      const room = start(findings);
      rooms[place] = { uses: 1, room };
      return room;
    },
  };
}
