import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { adOwnerApi } from '#contract/market/ad-owner';
import { PRICED_AD_KINDS } from '#contract/market/ads';
import { call } from '../../../platform/call.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import type { AdFields } from './draft/ad-draft.ts';

/** Which prices are compared with that of an ad; null where nothing is compared. */
export type ComparedPrice = ReturnType<typeof comparedPrice>;

type PricedFields = Pick<AdFields, 'board_kind' | 'board_price_period' | 'category' | 'board_attributes'>;

/** Prices of the category and kind, and of the sort of thing: the first choice of the form that is made. */
export function comparedPrice(fields: PricedFields, attributes: readonly CategoryAttribute[] | null) {
  const { category, board_kind: kind, board_price_period, board_attributes: values } = fields;
  if (category === '' || !PRICED_AD_KINDS.includes(kind)) return null;
  const chosen = attributes?.find((attribute) => attribute.kind === 'choice' && values[attribute.id]);
  return {
    category: Number(category),
    kind,
    ...(kind === 'rent' && { period: board_price_period }),
    ...(chosen && { attribute: chosen.id, choice: Number(values[chosen.id]) }),
  };
}

/** Between which prices similar ads mostly are; null while unknown, and where they differ too much. */
export function useUsualPrice(compared: ComparedPrice): { from: number; to: number } | null {
  const { value } = useLoaded(compared && JSON.stringify(compared), (signal) =>
    call(adOwnerApi.usualPrice, { query: compared ?? { category: 0 }, signal }),
  );
  return value?.from && value.to ? { from: value.from, to: value.to } : null;
}
