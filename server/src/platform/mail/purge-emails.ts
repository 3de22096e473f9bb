import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Long enough for trying the product locally, shorter than the period in which a deleted account can be restored. */
export const EMAIL_RETENTION_DAYS = 14;
/** The recipient appears within the first bytes of a stored email or SMS. */
const HEAD_BYTES = 8 * 1024;

/** Removes stored emails and SMS to these addresses or numbers. Nothing is stored when emails leave by SMTP. */
export async function removeEmailsTo(directory: string, addresses: readonly string[]): Promise<void> {
  const wanted = addresses.filter(Boolean).map((address) => address.toLowerCase());
  if (wanted.length === 0) return;
  for (const name of await listFiles(directory)) {
    const head = (await readHead(path.join(directory, name))).toLowerCase();
    const to = name.endsWith('.json') ? /"to":"([^"]*)"/.exec(head)?.[1] : /^to:(.*(?:\r?\n[ \t].*)*)/m.exec(head)?.[1];
    if (to !== undefined && wanted.some((address) => recipientsOf(to).includes(address)))
      await rm(path.join(directory, name), { force: true });
  }
}

/** Removes stored emails older than `before`. File names begin with the time. */
export async function purgeOldEmails(directory: string, before: Date): Promise<void> {
  const oldest = before.toISOString().replaceAll(':', '');
  for (const name of await listFiles(directory)) {
    if (name < oldest) await rm(path.join(directory, name), { force: true });
  }
}

const recipientsOf = (to: string): string[] => to.split(/[\s<>,;]+/);

async function listFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d{4}-\d\d-\d\dT/.test(name));
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
