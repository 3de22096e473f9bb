import { expect, test } from 'vitest';
import { readTopic, signTopic } from './alert-token.ts';

const topic = { userId: 7, kind: 'saved_search', aboutId: 12 } as const;

test('a link says whose letters about what it stops', () => {
  expect(readTopic('key', signTopic('key', topic))).toEqual(topic);
});

test('a link of another installation, or with anything changed, stops nothing', () => {
  const token = signTopic('key', topic);
  expect(readTopic('another key', token)).toBeUndefined();
  expect(readTopic('key', token.replace('s.7.', 's.8.'))).toBeUndefined();
  expect(readTopic('key', token.replace('s.7.', 'n.7.'))).toBeUndefined();
  expect(readTopic('key', token.slice(0, -1))).toBeUndefined();
  expect(readTopic('key', `${token}a`)).toBeUndefined();
  expect(readTopic('key', '')).toBeUndefined();
});
