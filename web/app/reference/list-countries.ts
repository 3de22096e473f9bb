import { referenceApi } from '#contract/reference/reference';
import type { Host } from '../platform/host.ts';

export interface Named {
  id: number;
  name: string;
}

/** Countries for a form; null when they cannot be loaded, because the form works without them. */
export async function listCountries(
  call: Host['call'],
  report: Host['report'] = console.error,
): Promise<readonly Named[] | null> {
  try {
    const { countries } = await call(referenceApi.listCountries);
    return countries.map(({ id, name }) => ({ id, name }));
  } catch (error) {
    report(error);
    return null;
  }
}
