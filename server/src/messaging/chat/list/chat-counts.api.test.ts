import { chatApi } from '@app/contract/messaging/chat';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatsOf, findDrift, succeeded } from '../../../../test/chats.ts';
import { rounds } from '../../../../test/rounds.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';

const PATIENCE_MS = 180_000;
/** Fixed seed; FUZZ_SEED sets another one. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const RUNS = rounds(4, 12);

let world: World;
let people: ReturnType<typeof chatsOf>;
beforeAll(async () => {
  world = await createWorld();
  people = chatsOf(world);
});
afterAll(() => world.close());

type Side = 0 | 1;
interface Kept {
  id: number;
  seq: number;
  from: Side;
}

class Model {
  seq = 0;
  messages: Kept[] = [];
  hidden: [Set<number>, Set<number>] = [new Set(), new Set()];
  cleared: [number, number] = [0, 0];
  read: [number, number] = [0, 0];

  shownTo = (side: Side): Kept[] =>
    this.messages.filter(({ id, seq }) => seq > this.cleared[side] && !this.hidden[side].has(id));
  unreadOf = (side: Side): number =>
    this.shownTo(side).filter(({ from, seq }) => from !== side && seq > this.read[side]).length;
}

interface Deed {
  do: 'say' | 'read' | 'hide' | 'take back' | 'clear' | 'clear both' | 'edit' | 'page';
  side: Side;
  pick: number;
}

const deeds = fc.array(
  fc.record<Deed>({
    do: fc.oneof(
      { weight: 8, arbitrary: fc.constant('say' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('read' as const, 'hide' as const, 'take back' as const, 'page' as const),
      },
      { weight: 1, arbitrary: fc.constantFrom('clear' as const, 'clear both' as const, 'edit' as const) },
    ),
    side: fc.constantFrom(0 as const, 1 as const),
    pick: fc.nat(1000),
  }),
  { minLength: 20, maxLength: 60 },
);

async function act(two: readonly [Actor, Actor], model: Model, deed: Deed): Promise<void> {
  const { side } = deed;
  const [me, other] = side === 0 ? two : ([two[1], two[0]] as const);
  const shown = model.shownTo(side);
  const picked = shown[deed.pick % Math.max(1, shown.length)];
  const body = picked === undefined ? undefined : { ids: [picked.id] };
  switch (deed.do) {
    case 'say': {
      const { id, seq } = await people.say(me, other, `${deed.pick}`);
      expect(seq).toBe(++model.seq);
      model.messages.push({ id, seq, from: side });
      return;
    }
    case 'read':
      if (model.seq === 0) return;
      succeeded(
        await world.call(me, chatApi.markRead, { ...people.to(other), body: { seq: deed.pick % (model.seq + 1) } }),
      );
      model.read[side] = Math.max(model.read[side], deed.pick % (model.seq + 1));
      return;
    case 'page':
      if (shown.length === 0) return;
      await people.read(me, other, { size: 5 });
      model.read[side] = Math.max(model.read[side], shown.at(-1)?.seq ?? 0);
      return;
    case 'hide':
      if (picked === undefined || body === undefined) return;
      succeeded(await world.call(me, chatApi.removeMessages, { body }));
      model.hidden[side].add(picked.id);
      return;
    case 'take back':
      if (picked === undefined || body === undefined) return;
      succeeded(await world.call(me, chatApi.removeMessages, { body: { ...body, both: 1 } }));
      if (picked.from === side) model.messages = model.messages.filter(({ id }) => id !== picked.id);
      else model.hidden[side].add(picked.id);
      return;
    case 'edit':
      if (picked?.from !== side) return;
      succeeded(await world.call(me, chatApi.edit, { params: { id: picked.id }, body: { content: `${deed.pick}!` } }));
      return;
    default:
      if (model.seq === 0) return;
      succeeded(
        await world.call(me, chatApi.remove, {
          ...people.to(other),
          query: { both: deed.do === 'clear both' ? 1 : 0 },
        }),
      );
      model.cleared[side] = model.seq;
      if (deed.do === 'clear both') model.cleared = [model.seq, model.seq];
  }
}

test(
  'whatever two people do, each sees what is left for them and how much of it is unread',
  async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (list) => {
        const two = await people.pair();
        const model = new Model();
        for (const deed of list) await act(two, model, deed);
        for (const side of [0, 1] as const) {
          const [me, other] = side === 0 ? two : ([two[1], two[0]] as const);
          const shown = model.shownTo(side);
          const line = await people.line(me, other);
          expect({ unread: line.unread, last: line.last_message?.seq }).toEqual({
            unread: model.unreadOf(side),
            last: shown.at(-1)?.seq,
          });
          const answer = await world.call(me, chatApi.messages, { ...people.to(other), query: { mark: 0, size: 100 } });
          if (shown.length === 0) expect(answer.statusCode).toBe(404);
          else {
            expect(answer.body.list.map(({ id }) => id)).toEqual(shown.map(({ id }) => id).reverse());
            expect(answer.body.total).toBe(shown.length);
          }
          expect(succeeded(await world.call(me, chatApi.counts)).unread).toBe(model.unreadOf(side));
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(await findDrift(world)).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'what both do at once leaves every count as it would be counted anew',
  async () => {
    const pairs = await Promise.all(Array.from({ length: 4 }, () => people.pair()));
    for (const two of pairs)
      for (let i = 0; i < 10; i++) await people.say(two[i % 2] as Actor, two[1 - (i % 2)] as Actor);
    const deedsAtOnce = pairs.flatMap(([one, other]) =>
      Array.from({ length: 40 }, async (_, i) => {
        const [me, them] = i % 2 ? [one, other] : [other, one];
        const ids = (await people.read(me, them, { mark: 0, size: 3 })).list.map(({ id }) => id);
        if (i % 4 === 0)
          await world.call(me, chatApi.removeMessages, { body: { ids, both: (i % 8 === 0 ? 1 : 0) as 0 | 1 } });
        else if (i % 4 === 1) await world.call(me, chatApi.markRead, { ...people.to(them), body: { seq: i } });
        else if (i % 4 === 2)
          await world.call(me, chatApi.delivered, { body: { list: [{ user_id: them.id, seq: i }] } });
        else await people.say(me, them, `${i}`);
      }),
    );
    await Promise.all(deedsAtOnce);
    expect(await findDrift(world)).toEqual([]);
  },
  PATIENCE_MS,
);
