import type { AdRow } from '../ads.queries.ts';

/** What an ad says besides its title, for rules and for those who decide. */
export const adText = ({ description, swap_for }: Pick<AdRow, 'description' | 'swap_for'>): string =>
  [description, swap_for].filter((part) => part !== '').join('\n');
