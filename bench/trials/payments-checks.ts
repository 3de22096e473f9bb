import type { CheckResult } from '../load/checks.ts';

/** What a payer chose on the provider's page, and what is there at the end. */
export interface PayerTruth {
  id: number;
  choice: string;
  /** The provider's page answered that it has the choice. */
  isAnswered: boolean;
  /** Payments of this payer that the provider counts as paid. */
  providerPaid: number;
  /** Payments of this payer that the product counts as paid, and those that it still waits for. */
  succeeded: number;
  open: number;
  /** Subscriptions that were granted, and the days until the last of them ends. */
  years: number;
  days: number | null;
  /** What the books say came from the provider. */
  tillKopecks: number;
}

export interface BooksTruth {
  priceKopecks: number;
  /** Transactions whose entries do not add up to nothing. */
  unbalanced: readonly number[];
  sumKopecks: number;
}

/** Days of a year, and of one that began a day before or has a leap day. */
const YEAR_DAYS = [365, 366];
const EXAMPLES_MAX = 5;

export const isPaying = (choice: string): boolean => choice !== 'decline';

/** Compares what payers chose and the provider has with subscriptions and books. Every count must be 0. */
export function checkPayments(payers: readonly PayerTruth[], books: BooksTruth): CheckResult[] {
  const count = (what: string, isWrong: (payer: PayerTruth) => boolean): CheckResult => {
    const wrong = payers.filter(isWrong);
    return { what, count: wrong.length, examples: wrong.slice(0, EXAMPLES_MAX).map((payer) => JSON.stringify(payer)) };
  };
  return [
    count(
      'Payments lost: paid at the provider, and no subscription of a year',
      ({ providerPaid, succeeded, years, days }) =>
        providerPaid > 0 && (succeeded === 0 || years === 0 || !YEAR_DAYS.includes(days ?? 0)),
    ),
    count('Payers whom the provider charged twice', ({ providerPaid }) => providerPaid > 1),
    count('Payers with more than one subscription', ({ years, succeeded }) => years > 1 || succeeded > 1),
    count(
      'Subscriptions that nobody paid for',
      ({ providerPaid, years, days }) => providerPaid === 0 && (years > 0 || days !== null),
    ),
    count(
      'Choices that the provider’s page acknowledged and that are not there',
      ({ choice, isAnswered, providerPaid }) => isAnswered && isPaying(choice) !== providerPaid > 0,
    ),
    count('Payers who did not get through', ({ isAnswered }) => !isAnswered),
    count('Payments that still wait at the end', ({ open }) => open > 0),
    count(
      'Payers whose money is not in the books, or more than once',
      ({ tillKopecks, providerPaid }) => tillKopecks !== providerPaid * books.priceKopecks,
    ),
    {
      what: 'Transactions of the ledger that do not add up to 0',
      count: books.unbalanced.length + (books.sumKopecks === 0 ? 0 : 1),
      examples: [
        `transactions ${books.unbalanced.slice(0, EXAMPLES_MAX).join(', ')}, all together ${books.sumKopecks} kopecks`,
      ],
    },
  ];
}
