import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { adOwnerApi } from '#contract/market/ad-owner';
import { call } from '../../../platform/call.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import type { AdFields } from './ad-draft.ts';

/** A choice of an attribute that says what kind of thing the ad is about. */
export interface AdKind {
  attribute: number;
  choice: number;
}

/** The first choice of the form that is made. */
export function kindOf(
  attributes: readonly CategoryAttribute[] | null,
  values: AdFields['board_attributes'],
): AdKind | null {
  const chosen = attributes?.find(({ id, kind }) => kind === 'choice' && values[id]);
  return chosen === undefined ? null : { attribute: chosen.id, choice: Number(values[chosen.id]) };
}

/** Between which prices similar ads mostly are; null while unknown, and where they differ too much. */
export function useUsualPrice(category: string, kind: AdKind | null): { from: number; to: number } | null {
  const key = category === '' ? null : `${category} ${kind?.attribute ?? ''} ${kind?.choice ?? ''}`;
  const { value } = useLoaded(key, (signal) =>
    call(adOwnerApi.usualPrice, { query: { category: Number(category), ...kind }, signal }),
  );
  return value?.from && value.to ? { from: value.from, to: value.to } : null;
}
