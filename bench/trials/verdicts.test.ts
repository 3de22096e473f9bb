import { expect, test } from 'vitest';
import type { CheckResult } from '../load/checks.ts';
import { judgeHits } from './kills.ts';
import { type BooksTruth, checkPayments, type PayerTruth } from './payments-checks.ts';
import { checkPersonalData, type LeftOver, type PersonTruth } from './personal-data-checks.ts';
import { ACKED_MAX_MS, judgeConnections, judgeTimes } from './sockets.ts';
import { isGreen } from './trial.ts';
import { checkUploads, judgeBreaks, type UploadTruth } from './uploads-checks.ts';

const found = (checks: readonly CheckResult[]): string[] =>
  checks.flatMap(({ what, count }) => (count > 0 ? [what] : []));

const PRICE = 39_900;
const paid: PayerTruth = {
  ...{ id: 1, choice: 'pay', isAnswered: true, providerPaid: 1, succeeded: 1, open: 0 },
  ...{ years: 1, days: 365, tillKopecks: PRICE },
};
const declined: PayerTruth = {
  ...{ id: 2, choice: 'decline', isAnswered: true, providerPaid: 0, succeeded: 0, open: 0 },
  ...{ years: 0, days: null, tillKopecks: 0 },
};
const books: BooksTruth = { priceKopecks: PRICE, unbalanced: [], sumKopecks: 0 };
const payments = (spoilt: Partial<PayerTruth>, spoiltBooks: Partial<BooksTruth> = {}): string[] =>
  found(checkPayments([{ ...paid, ...spoilt }, declined], { ...books, ...spoiltBooks }));

test('nothing is found where payers have what they paid for, and only they', () => {
  expect(payments({})).toEqual([]);
});

test('a payment that the provider has and nobody got anything for is lost', () => {
  const lost = 'Payments lost: paid at the provider, and no subscription of a year';
  expect(payments({ years: 0, days: null })).toEqual([lost]);
  expect(payments({ succeeded: 0, open: 1 })).toEqual([lost, 'Payments that still wait at the end']);
  expect(payments({ days: 30 })).toEqual([lost]);
});

test('what is paid or granted twice, or for nothing, is found', () => {
  expect(payments({ providerPaid: 2, tillKopecks: 2 * PRICE })).toEqual(['Payers whom the provider charged twice']);
  expect(payments({ years: 2 })).toEqual(['Payers with more than one subscription']);
  expect(found(checkPayments([{ ...declined, years: 1, days: 365 }], books))).toEqual([
    'Subscriptions that nobody paid for',
  ]);
});

test('a choice that the provider forgot, or that never got through, is found', () => {
  expect(payments({ ...declined, choice: 'pay' })).toEqual([
    'Choices that the provider’s page acknowledged and that are not there',
  ]);
  expect(payments({ isAnswered: false })).toEqual(['Payers who did not get through']);
});

test('books that hold another sum, or do not add up, are found', () => {
  expect(payments({ tillKopecks: 2 * PRICE })).toEqual(['Payers whose money is not in the books, or more than once']);
  const unbalanced = ['Transactions of the ledger that do not add up to 0'];
  expect(payments({}, { unbalanced: [7] })).toEqual(unbalanced);
  expect(payments({}, { sumKopecks: 1 })).toEqual(unbalanced);
});

const kept: UploadTruth = {
  ...{ name: 'a.wav', sha256: 'a', isAcknowledged: true, servedSha256: 'a', tracks: 1, setBacks: 0 },
};
const uploads = (spoilt: Partial<UploadTruth>): string[] => found(checkUploads([kept, { ...kept, ...spoilt }]));

test('each way to spoil an uploaded file is found', () => {
  expect(uploads({})).toEqual([]);
  expect(uploads({ servedSha256: undefined })).toEqual(['Acknowledged files lost']);
  expect(uploads({ tracks: 0 })).toEqual(['Acknowledged files lost']);
  expect(uploads({ servedSha256: 'b' })).toEqual(['Acknowledged files changed: another SHA-256']);
  expect(uploads({ tracks: 2 })).toEqual(['Files that are there twice']);
  expect(uploads({ setBacks: 1 })).toEqual(['Files whose acknowledged bytes were forgotten']);
  expect(uploads({ isAcknowledged: false, servedSha256: undefined, tracks: 0 })).toEqual([
    'Files that did not get through',
  ]);
});

const stays: PersonTruth = { id: 1, archiveProblems: [], leaves: false, isErased: false };
const left: PersonTruth = { id: 2, archiveProblems: [], leaves: true, isErased: true };
const NOTHING: LeftOver = { rows: [], files: [], failedJobs: [] };
const personal = (people: PersonTruth[], leftOver: Partial<LeftOver> = {}): string[] =>
  found(checkPersonalData(people, { ...NOTHING, ...leftOver }));

test('a broken archive, an erasure that did not come, and what is left of it are found', () => {
  expect(personal([stays, left])).toEqual([]);
  expect(personal([{ ...stays, archiveProblems: ['index.html is missing'] }])).toEqual([
    'Archives that are not there or not whole',
  ]);
  expect(personal([{ ...left, isErased: false }])).toEqual(['People who asked to be erased and are there']);
  expect(personal([{ ...stays, isErased: true }])).toEqual(['People erased who did not ask']);
  expect(personal([], { rows: ['feedback: kanareika'] })).toEqual([
    'Rows of any table that hold a word of somebody erased',
  ]);
  expect(personal([], { files: ['files/a'] })).toEqual(['Files that hold a word of somebody erased, or are theirs']);
  expect(personal([], { failedJobs: ['build-export'] })).toEqual(['Jobs that failed for good']);
});

test('kills that came between two pieces of work, or broke nothing, prove nothing', () => {
  const hits = (...list: boolean[]) =>
    judgeHits(
      'a job',
      list.map((isHit) => ({ isHit })),
    ).isMet;
  expect(hits(true, false)).toBe(true);
  expect(hits(true, false, false)).toBe(false);
  expect(judgeBreaks(10, 10).isMet).toBe(true);
  expect(judgeBreaks(10, 9).isMet).toBe(false);
});

const spread = (p95: number) => ({ p50: 0, p95, p99: p95, max: p95, of: 1 });
const times = (p95: number, perSecond: number) =>
  isGreen({ checks: [], judged: judgeTimes({ acked: spread(p95), perSecond, options: { rate: 100 } as never }) });

test('sockets pass only when messages are acknowledged in time, as many as wanted, and nothing broke', () => {
  expect(times(ACKED_MAX_MS, 100)).toBe(true);
  expect(times(ACKED_MAX_MS + 1, 100)).toBe(false);
  expect(times(Number.NaN, 100)).toBe(false);
  expect(times(10, 94)).toBe(false);
  const connection = { opened: 1, broken: 0, limited: 0, deaf: 0 };
  expect(found(judgeConnections({ connection }))).toEqual([]);
  expect(found(judgeConnections({ connection: { ...connection, broken: 1, limited: 1 } }))).toHaveLength(2);
});
