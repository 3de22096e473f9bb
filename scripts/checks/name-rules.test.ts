import { expect, test } from 'vitest';
import { endpointKeysOf, exportsOf, fileProblem, jobNamesOf, nameProblem } from './name-rules.ts';

test.each([
  ['export function tellKeepers(): void {}', [{ name: 'tellKeepers', kind: 'value' }]],
  ['export default async function* readPages() {}', [{ name: 'readPages', kind: 'value' }]],
  ['export const LIMIT = 1;\nconst keepThis = 2;', [{ name: 'LIMIT', kind: 'value' }]],
  ['export interface Letter {}', [{ name: 'Letter', kind: 'type' }]],
  ['export abstract class Desk {}', [{ name: 'Desk', kind: 'type' }]],
  [
    'export { open, save as keep, type Wish };',
    [
      { name: 'open', kind: 'value' },
      { name: 'keep', kind: 'value' },
      { name: 'Wish', kind: 'type' },
    ],
  ],
  ['export const { save: keep } = store;', [{ name: 'keep', kind: 'value' }]],
])('the exports of %s are found', (source, names) => {
  expect(exportsOf(source)).toEqual(names);
});

test('members of schemas are wire names and no exports; keys of endpoints are found apart', () => {
  const source = `export const Circle = z.object({ kith: z.array(Person) });
export const circleApi = {
  kith: endpoint('GET', '/api/circle/kith', 'user', {
    response: z.object({
      kith: z.number(),
    }),
  }),
  live: socketEndpoint({
    path: '/ws/circle',
  }),
};
`;
  expect(exportsOf(source)).toEqual([
    { name: 'Circle', kind: 'value' },
    { name: 'circleApi', kind: 'value' },
  ]);
  expect(endpointKeysOf(source)).toEqual(['kith', 'live']);
});

test.each([
  ['tellX', 'not “tell” but: notify, publish…Event, emit'],
  ['useKeep', 'not “keep” but: save, store, retry, extend'],
  ['settleCalls', 'not “settle” but: expire, advance, complete'],
  ['sendLetter', '“letter” is no word of the glossary'],
  ['KEEPERS_MAX', '“keepers” is no word of the glossary'],
])('the value %s is refused', (name, problem) => {
  expect(nameProblem(name, 'value')).toBe(problem);
});

test.each(['Told', 'LineState', 'Mine', 'WishList', 'StreamSeatBond'])('the type %s is refused', (name) => {
  expect(nameProblem(name, 'type')).toBeDefined();
});

test.each([
  'notifyFavoriters',
  'holdForReview',
  'settlePaymentAs',
  'purgeDeadLetters',
  'foldIcsLine',
  'RING_SECONDS',
  'useNotes',
  'takeDown',
  'constructor',
])('the value %s is allowed', (name) => {
  expect(nameProblem(name, 'value')).toBeUndefined();
});

test.each(['AdStateNote', 'RingEvent', 'CsvLine'])('the type %s is allowed', (name) => {
  expect(nameProblem(name, 'type')).toBeUndefined();
});

test('jobs are found by their definitions and judged as files are', () => {
  const source =
    "export const x = defineJob({\n  name: 'settle-calls',\n  payload: z.object({}),\n});\nconst y = {\n  name: 'z',\n};";
  expect(jobNamesOf(source)).toEqual(['settle-calls']);
  expect(jobNamesOf(source).map(fileProblem)).toEqual(['not “settle” but: expire, advance, complete']);
});

test('files are judged by their first part', () => {
  expect(fileProblem('server/src/chat/tell-keepers.job.ts')).toBe('“keepers” is no word of the glossary');
  expect(fileProblem('server/src/chat/hold-chat.ts')).toBe('not “hold” but: lock, hold for review');
  expect(fileProblem('server/src/music/take-down.api.test.ts')).toBeUndefined();
  expect(fileProblem('web/app/composer/drop-layer.tsx')).toBeUndefined();
});
