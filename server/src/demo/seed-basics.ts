import { seedBlocklistWords } from '../market/ads/review/blocklist-words.public.ts';
import { seedAdministrator } from '../people/auth/auth.public.ts';
import { recordProductDocuments } from '../platform/documents/documents.public.ts';
import type { Services } from '../platform/domain/services.ts';
import { seedReference } from '../reference/reference.public.ts';

/** Data that every installation needs: places, categories, blocklist words, documents and an administrator. */
export async function seedBasics(services: Services): Promise<void> {
  await seedReference(services.db);
  await seedBlocklistWords(services.db);
  await recordProductDocuments(services.db);
  const credentials = await seedAdministrator(services);
  if (credentials !== undefined) {
    // Written to stdout only: the password is shown once and must not be stored in a log.
    process.stdout.write(
      `\n  Administrator: login ${credentials.login}, password ${credentials.password} (shown once)\n\n`,
    );
  }
}
