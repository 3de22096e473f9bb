import type { AdKind, PricePeriod } from './ads.ts';

/**
 * The words `ads.price.…` that say what an ad costs, with `price` for its amount where they name it; null: the amount
 * alone. The file imports only types: pages load it without the schemas of ads.
 */
export function priceWords(roubles: number, kind: AdKind = 'sell', period?: PricePeriod | null) {
  if (kind === 'swap') return 'swap';
  if (kind === 'give' || kind === 'lend') return 'free';
  if (roubles === 0) return 'none';
  return kind === 'buy' ? 'upTo' : (period ?? null);
}
