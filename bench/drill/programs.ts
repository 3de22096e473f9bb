import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Programs of the system besides PostgreSQL, and the packages of Debian that bring them. */
const PACKAGES: Record<string, string> = {
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
  'redis-cli': 'redis-tools',
  openssl: 'openssl',
};

/** The folder with PostgreSQL's own programs: the newest of Debian, else the one on the path. */
export function findServerPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Number.isInteger) : [];
  const folders = versions.toSorted((a, b) => b - a).map((version) => path.join(DEBIAN, String(version), 'bin'));
  return [...folders, ...pathFolders()].find((folder) => existsSync(path.join(folder, 'pg_basebackup')));
}

const pathFolders = (): string[] => [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];

const isThere = (program: string): boolean => pathFolders().some((folder) => existsSync(path.join(folder, program)));

/** The command that installs what is missing; undefined when all is there. */
export function installMissing(): string | undefined {
  const packages = Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  if (findServerPrograms() === undefined) packages.push('postgresql');
  return packages.length === 0 ? undefined : `apt-get install ${packages.join(' ')}`;
}

export function versionOf(program: string, flag: string): string {
  const { stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8' });
  const [version = '?'] = /\d+\.\d+(\.\d+)?/.exec(stdout || stderr || '') ?? [];
  return version;
}
