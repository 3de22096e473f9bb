import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FILES_LIST, hashFile, MANIFEST_FILE, type Manifest, readManifest } from '../../platform/backup/manifest.ts';

/** A backup that is not finished after this time never will be. */
const MAKING_MAX_MS = 12 * 3_600_000;
/** A backup that stayed as it was is read again after this time. */
const FRESH_MS = 24 * 3_600_000;

export interface BackupState {
  /** When the newest finished backup was made. Undefined: there is none. */
  madeAt: Date | undefined;
  isBeingMade: boolean;
  /** The newest one cannot be read, or differs from its hashes. */
  isDamaged: boolean;
}

const checked = new Map<string, { state: string; at: number; isDamaged: boolean }>();

/**
 * Looks at the newest backup of a folder: its age, and whether the rows in it are those that were written. They are read
 * through once, and again when a file changed, or a day later.
 */
export async function checkBackups(folder: string, now: Date): Promise<BackupState> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('okolo-')).toSorted();
  const newest = names.findLast((name) => !name.endsWith('.unfinished'));
  const isBeingMade = await isYoung(
    folder,
    names.filter((name) => name.endsWith('.unfinished')),
    now,
  );
  if (newest === undefined) return { madeAt: undefined, isBeingMade, isDamaged: false };
  const backup = path.join(folder, newest);
  const manifest = await readManifest(backup).catch(() => undefined);
  if (manifest === undefined) return { madeAt: dateOf(newest), isBeingMade, isDamaged: true };
  return { madeAt: new Date(manifest.made_at), isBeingMade, isDamaged: await isDamaged(backup, manifest, now) };
}

async function isYoung(folder: string, names: readonly string[], now: Date): Promise<boolean> {
  const starts = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  return starts.some((made) => made !== undefined && now.getTime() - made.mtimeMs < MAKING_MAX_MS);
}

/** `okolo-2026-11-22-03-00-00` tells its moment where the manifest does not. */
function dateOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^okolo-(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

async function isDamaged(backup: string, manifest: Manifest, now: Date): Promise<boolean> {
  const files = [MANIFEST_FILE, FILES_LIST, ...manifest.tables.map(({ file }) => file)];
  const state = (await Promise.all(files.map((file) => describe(path.join(backup, file))))).join(' ');
  const known = checked.get(backup);
  if (known?.state === state && now.getTime() - known.at < FRESH_MS) return known.isDamaged;
  const result = !(await isWhole(backup, manifest));
  checked.clear();
  checked.set(backup, { state, at: now.getTime(), isDamaged: result });
  return result;
}

async function describe(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 'absent' : `${found.size}:${found.mtimeMs}`;
}

async function isWhole(backup: string, manifest: Manifest): Promise<boolean> {
  try {
    for (const table of manifest.tables) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path.join(backup, table.file)), createGunzip(), hash);
      if (hash.digest('hex') !== table.sha256) return false;
    }
    return (await hashFile(path.join(backup, FILES_LIST))) === manifest.files.list_sha256;
  } catch {
    return false;
  }
}
