import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { treeOf } from '../../bench/load/processor-time.ts';
import { run } from '../run.mjs';
import type { Part } from './parts.ts';

export type Outcome = 'passed' | 'failed' | 'late' | 'in part' | 'not run';

export interface Proof {
  name: string;
  outcome: Outcome;
  figures: readonly string[];
  seconds: number;
  /** The end of what it said. */
  tail: readonly string[];
}

export interface ProveOptions {
  isShort: boolean;
  /** Whether parts with a table of their own write it. */
  isWritten: boolean;
  /** A folder for what the parts print. */
  logs: string;
}

const LATE_CODE = 124;
const TAIL_LINES = 25;
/** What a command or a test says of itself when it is left out. */
const LEFT_OUT = /^.*(?:NOT RUN|skipped: needs|↓).*$/gm;
const INSTALL = /apt-get install [\w.+ -]*[\w+]/;

const logOf = (part: Part, { logs }: ProveOptions): string =>
  path.join(logs, `${part.name.replaceAll(/[^\w-]/g, '-')}.log`);

/** Runs one part to its end or its limit, with all that it prints in a file of its own. Never throws because of the part. */
export async function provePart(part: Part, options: ProveOptions): Promise<Proof> {
  const [program = '', ...words] = options.isShort ? part.short : part.command;
  if (options.isWritten && part.hasTable) words.push('--write');
  const logFile = logOf(part, options);
  const began = performance.now();
  const family = watchFamily(part.limitMinutes * 60_000);
  let code: number;
  try {
    const env = { ...process.env, ...part.environment };
    code = await run(program, words, { env, limitMinutes: part.limitMinutes, logFile });
  } catch (error) {
    return { name: part.name, outcome: 'not run', figures: [String(error)], seconds: 0, tail: [] };
  } finally {
    family.end();
  }
  const seconds = (performance.now() - began) / 1000;
  const said = stripVTControlCharacters(readFileSync(logFile, 'utf8'));
  const tail = said.trimEnd().split('\n').slice(-TAIL_LINES);
  const base = { name: part.name, seconds, tail };
  if (code === LATE_CODE) return { ...base, outcome: 'late', figures: [`more than ${part.limitMinutes} minutes`] };
  const installs = [...namesToInstall(part), ...installsIn(said)];
  if (code === part.cannotRunCode) return { ...base, outcome: 'not run', figures: tail.slice(-1) };
  const figures = [...figuresIn(said, part.figures), ...new Set(installs)];
  if (code !== 0) return { ...base, outcome: 'failed', figures };
  // A run that says nothing of what it proves may have proved nothing.
  if (part.figures.length > 0 && figuresIn(said, part.figures).length === 0)
    return { ...base, outcome: 'failed', figures: ['ended well and printed none of its figures'] };
  return { ...base, outcome: installs.length > 0 ? 'in part' : 'passed', figures };
}

const LOOK_MS = 1000;

/** A late part leaves behind what has a group of its own, such as a database, beside which the next part would run. */
function watchFamily(limitMs: number): { end(): void } {
  let late: number[] = [];
  const look = (): void => {
    if (process.platform === 'linux') late = treeOf(process.pid).slice(1);
  };
  const timer = setTimeout(look, limitMs - Math.min(LOOK_MS, limitMs / 10));
  return {
    end() {
      clearTimeout(timer);
      for (const pid of late) kill(pid);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

export function figuresIn(said: string, figures: readonly RegExp[]): string[] {
  return figures.flatMap((figure) => {
    const found = figure.exec(said)?.[1];
    return found === undefined ? [] : [found.replaceAll(' | ', ': ').trim()];
  });
}

export const installsIn = (said: string): string[] =>
  [...said.matchAll(LEFT_OUT)].flatMap(
    ([line]) => INSTALL.exec(line)?.[0] ?? (line.startsWith('NOT RUN HERE') ? line : []),
  );

const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];

function namesToInstall({ programs = {} }: Part): string[] {
  const isThere = (program: string): boolean => FOLDERS.some((folder) => existsSync(path.join(folder, program)));
  const packages = Object.entries(programs).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  return packages.length === 0 ? [] : [`apt-get install ${packages.join(' ')}`];
}
