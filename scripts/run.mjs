import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

const GRACE_MS = 5_000;

/**
 * Run a program to its end with this terminal as its own; answers its exit code. Ctrl-C and `kill` reach it too. What does not end
 * within `limitMinutes` is ended with everything that it started, and answers 124 as timeout(1) does. What it prints goes to
 * `logFile` where one is named.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limitMinutes?: number, logFile?: string }} options
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = ROOT, env = process.env, limitMinutes, logFile } = {}) {
  const isBounded = limitMinutes !== undefined;
  return new Promise((resolve, reject) => {
    const log = logFile === undefined ? undefined : openSync(logFile, 'w');
    const stdio = log === undefined ? 'inherit' : ['ignore', log, log];
    // A group of its own, so that its end takes along what it started.
    const child = spawn(command, args, { cwd, env, stdio, detached: isBounded });
    if (log !== undefined) closeSync(log);
    const forward = (signal) => end(child, signal, isBounded);
    let isLate = false;
    const limit = isBounded
      ? setTimeout(() => {
          isLate = true;
          console.error(`\n${command} ${args.join(' ')} did not end within ${limitMinutes} minutes.`);
          end(child, 'SIGTERM', true);
          setTimeout(() => end(child, 'SIGKILL', true), GRACE_MS).unref();
        }, limitMinutes * 60_000)
      : undefined;
    process.on('SIGTERM', forward);
    process.on('SIGINT', forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      process.off('SIGTERM', forward);
      process.off('SIGINT', forward);
      if (isLate) end(child, 'SIGKILL', true);
      resolve(isLate ? 124 : (code ?? (signal ? 1 : 0)));
    });
  });
}

function end(child, signal, isGroup) {
  try {
    if (isGroup && process.platform !== 'win32') process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
