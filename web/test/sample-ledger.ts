import type { LedgerEntry } from '@app/contract/money/payments';

export function sampleLedgerEntry(change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 1,
    kind: 'subscription',
    created: '2026-11-21T10:00:00.000Z',
    amount_kopecks: 0,
    balance_kopecks: 0,
    bonus_points: 0,
    days: 0,
    reason: null,
    payment: null,
    comment: null,
    receipt: null,
    ...change,
  };
}
