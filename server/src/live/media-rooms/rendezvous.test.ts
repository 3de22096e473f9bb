import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickNode } from './rendezvous.ts';

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
