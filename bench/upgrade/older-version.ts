import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { TRIED } from '../run-identity.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Minutes for installing and building on a busy machine. */
const BUILD_MS = 30 * 60_000;

export interface Version {
  /** Its checkout, built. */
  root: string;
  commit: string;
}

export async function describeCheckout(root = ROOT): Promise<Version> {
  const commit = await git(root, 'rev-parse', '--short', 'HEAD');
  const isChanged = (await git(root, 'status', '--porcelain', '--untracked-files=no', '--', ...TRIED)) !== '';
  return { root, commit: isChanged ? `${commit} with changes` : commit };
}

/** A checkout of its own with its own build, as it was at a commit. */
export async function buildVersion(ref: string, folder: string): Promise<Version & { remove(): Promise<void> }> {
  const commit = await git(ROOT, 'rev-parse', '--short', '--verify', `${ref}^{commit}`);
  await git(ROOT, 'worktree', 'add', '--detach', folder, commit);
  const remove = async (): Promise<void> => void (await git(ROOT, 'worktree', 'remove', '--force', folder));
  try {
    const isSame = readFileSync(path.join(ROOT, 'package-lock.json')).equals(
      readFileSync(path.join(folder, 'package-lock.json')),
    );
    // The same packages need no second installation; files of packages are never written to.
    if (isSame) await run('cp', ['-al', path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')]);
    else await build(folder, 'npm', ['ci', '--ignore-scripts']);
    await build(folder, process.execPath, ['scripts/build.mjs']);
    return { root: folder, commit, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A version that stores the files of its pages for those that stay open. */
export const sharesAssets = ({ root }: Version): boolean =>
  existsSync(path.join(root, 'server/src/site/shared-assets.ts'));

async function build(folder: string, command: string, options: readonly string[]): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const bin = path.join(folder, 'node_modules/.bin');
  await run(command, [...options], {
    cwd: folder,
    env: { HOME, PATH: `${bin}:${PATH}` },
    timeout: BUILD_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
}

const git = async (cwd: string, ...options: string[]): Promise<string> =>
  (await run('git', options, { cwd })).stdout.trim();
