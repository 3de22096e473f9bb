import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Changes elsewhere are not what is tried. */
export const TRIED = ['server', 'media-node', 'contract', 'web', 'deploy'];

export interface RunIdentity {
  date: string;
  commit: string;
}

/** The day and the commit of a run, read as it begins. */
export function identifyRun(): RunIdentity {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', ...TRIED) !== '';
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  return { date: new Date().toISOString().slice(0, 10), commit };
}
