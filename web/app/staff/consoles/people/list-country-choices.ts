import { referenceApi } from '#contract/reference/reference';
import type { CountryChoice } from '../../../people/users/fields/person-fields.tsx';
import type { Host } from '../../../platform/host.ts';

/** Countries with phone codes; null when they cannot be loaded, because the form works without them. */
export async function listCountryChoices(call: Host['call']): Promise<readonly CountryChoice[] | null> {
  const answer = await call(referenceApi.listCountries).catch(() => null);
  return answer?.countries.map(({ id, name, iso, phone_code }) => ({ id, name, iso, phone_code })) ?? null;
}
