import { seedBlocklistWords } from '../market/ads/review/blocklist-words.public.ts';
import { seedAdministrator } from '../people/auth/auth.public.ts';
import type { Services } from '../platform/services.ts';
import { seedReference } from '../reference/reference.public.ts';

/** What every database needs before anybody comes: places, categories, stop words, and somebody in charge. */
export async function seedBasics(services: Services): Promise<void> {
  await seedReference(services.db);
  await seedBlocklistWords(services.db);
  const credentials = await seedAdministrator(services);
  if (credentials !== undefined) {
    // The only moment this password can be read; a log might keep it.
    process.stdout.write(
      `\n  Administrator: login ${credentials.login}, password ${credentials.password} (shown once)\n\n`,
    );
  }
}
