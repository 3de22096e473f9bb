import { seedStopWords } from '../market/ads/review/stop-words.public.ts';
import { seedAdministrator } from '../people/auth/auth.public.ts';
import type { Services } from '../platform/services.ts';
import { seedReference } from '../reference/reference.public.ts';

/** What every database needs before anybody comes: places, categories, stop words, and somebody in charge. */
export async function seedBasics(services: Services): Promise<void> {
  await seedReference(services.db);
  await seedStopWords(services.db);
  const madeUp = await seedAdministrator(services);
  if (madeUp !== undefined) {
    // The only moment this password can be read; a log might keep it.
    process.stdout.write(`\n  Administrator: login ${madeUp.login}, password ${madeUp.password} (shown once)\n\n`);
  }
}
