import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodesForNewRooms, pickNode } from './rendezvous.ts';

const nodes = fc.uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 6 });

test('everybody picks the same node, in whatever order they know them', () => {
  fc.assert(
    fc.property(nodes, fc.string(), (list, room) => {
      const picked = pickNode(list, room);
      expect(list).toContain(picked);
      expect(pickNode(list.toReversed(), room)).toBe(picked);
    }),
  );
});

test('when a node goes, only its own rooms move', () => {
  fc.assert(
    fc.property(nodes, fc.string(), fc.nat(), (list, room, index) => {
      const gone = list[index % list.length];
      const picked = pickNode(list, room);
      fc.pre(list.length > 1 && picked !== gone);
      expect(
        pickNode(
          list.filter((node) => node !== gone),
          room,
        ),
      ).toBe(picked);
    }),
  );
});

test('rooms spread over the nodes', () => {
  const list = ['ws://a', 'ws://b', 'ws://c'];
  const counts = new Map<string | undefined, number>();
  for (let room = 0; room < 3000; room += 1) {
    const node = pickNode(list, `room ${room}`);
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  for (const node of list) expect(counts.get(node)).toBeGreaterThan(800);
});

const burden = fc.record({ url: fc.webUrl(), rooms: fc.nat(500), people: fc.nat(5000) });
const burdens = fc.uniqueArray(burden, { minLength: 1, maxLength: 6, selector: ({ url }) => url });

test('there is always a node for a new room, and never a full one beside one with room', () => {
  fc.assert(
    fc.property(burdens, (list) => {
      const urls = nodesForNewRooms(list);
      expect(urls.length).toBeGreaterThan(0);
      if (list.some(({ rooms }) => rooms < 500))
        for (const url of urls) expect(list.find((node) => node.url === url)?.rooms).toBeLessThan(500);
    }),
  );
});

test('a node that carries much more than its share gets no new rooms until the others have caught up', () => {
  const nodes = (here: number, there: number) => [
    { url: 'ws://here', rooms: 1, people: here },
    { url: 'ws://there', rooms: 1, people: there },
  ];
  expect(nodesForNewRooms(nodes(8, 0))).toEqual(['ws://here', 'ws://there']);
  expect(nodesForNewRooms(nodes(300, 0))).toEqual(['ws://there']);
  expect(nodesForNewRooms(nodes(300, 260))).toEqual(['ws://here', 'ws://there']);
});

test('rooms of all sizes leave no node with much more people than another', () => {
  const sizes = Array.from({ length: 400 }, (_, room) => (room % 40 === 0 ? 300 : 2 + (room % 7)));
  const people = new Map(['ws://a', 'ws://b', 'ws://c'].map((url) => [url, 0]));
  for (const [room, size] of sizes.entries()) {
    const urls = nodesForNewRooms([...people].map(([url, carried]) => ({ url, rooms: 1, people: carried })));
    const picked = pickNode(urls, `room ${room}`) ?? '';
    people.set(picked, (people.get(picked) ?? 0) + size);
  }
  const average = sizes.reduce((sum, size) => sum + size, 0) / 3;
  for (const carried of people.values()) expect(carried).toBeLessThan(average * 1.25 + 300);
});
