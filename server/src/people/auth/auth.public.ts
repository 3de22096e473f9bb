import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/tables.ts';
import { insertUser } from '../users/accounts.public.ts';
import { hashPassword } from '../users/passwords/passwords.public.ts';
import { hasAnyUser } from '../users/users.public.ts';

interface SeedServices {
  db: Db;
  clock: Clock;
  config: { adminLogin: string; adminPassword?: string | undefined; dataDir: string };
}

/** In `DATA_DIR`. */
const PASSWORD_FILE = 'admin-password';

/**
 * Creates the first superuser in an empty database. A generated password is written to a file that only this account
 * may read, because logs are kept and passed on; returns it and the file's path. Two nodes that start at once create one user.
 */
export async function seedAdministrator({
  db,
  clock,
  config,
}: SeedServices): Promise<{ login: string; password: string; passwordFile: string } | undefined> {
  if (await hasAnyUser(db)) return undefined;
  const { adminLogin: login, adminPassword, dataDir } = config;
  const passwordFile = path.join(path.resolve(dataDir), PASSWORD_FILE);
  const password = adminPassword ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isCreated = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed-administrator', 0))`.execute(tx);
    if (await hasAnyUser(tx)) return false;
    await insertUser(tx, {
      login,
      email: 'admin@localhost.localdomain',
      phone: null,
      firstname: 'Администратор',
      lastname: 'Около',
      password_hash: passwordHash,
      is_superuser: true,
      groups: ['admin'],
      status: 'active',
      registered_at: clock(),
      activated_at: clock(),
      country_id: null,
      city_id: null,
      photo_image_id: null,
      invited_by: null,
    });
    // Before the commit: a file that cannot be written leaves no administrator whose password nobody knows.
    if (adminPassword === undefined) await writePassword(passwordFile, password);
    return true;
  });
  return isCreated && adminPassword === undefined ? { login, password, passwordFile } : undefined;
}

async function writePassword(file: string, password: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // A file that is there already, left from an earlier database, would keep its own mode.
  await rm(file, { force: true });
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
}
