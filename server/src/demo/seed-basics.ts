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
  const administrator = await seedAdministrator(services);
  if (administrator === undefined) return;
  const { login, password, passwordFile } = administrator;
  const where = { login, passwordFile };
  services.log.warn(where, 'the first administrator was made; delete the file once you know the password');
  // With the embedded database, whoever started it sits at this terminal. Elsewhere the output is kept as a log.
  if (services.config.databaseUrl === undefined)
    process.stdout.write(`\n  Administrator: login ${login}, password ${password} (shown once)\n\n`);
}
