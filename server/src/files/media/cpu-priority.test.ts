import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { hasGroups, lowerCpuPriority, nextNice } from './cpu-priority.ts';

const LONG = { usual: 19, least: 10 };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test('a program that hardly gets on steps back less, until there is room again', () => {
  expect(nextNice(0.02, 19, LONG)).toBe(10);
  expect(nextNice(0.3, 10, LONG)).toBe(10);
  expect(nextNice(0.3, 19, LONG)).toBe(19);
  expect(nextNice(0.9, 10, LONG)).toBe(19);
});

// Without group scheduling there is nothing to test.
test.runIf(hasGroups())('a whole session steps back at once, and one that stands still is let forward', async () => {
  const child = spawn('sleep', ['30'], { detached: true });
  const { pid = 0 } = child;
  ends.push(() => child.kill('SIGKILL'));
  await new Promise((resolve) => child.once('spawn', resolve));
  const nice = () => /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1];
  ends.push(lowerCpuPriority(pid, LONG));
  expect(nice()).toBe('19');
  await expect.poll(nice, { timeout: 10_000 }).toBe('10');
});

test('a program steps back a moment later where the kernel takes no change at once', () => {
  vi.useFakeTimers();
  ends.push(() => vi.useRealTimers());
  const set: number[] = [];
  const answers = ['later', 'later', 'done'] as const;
  const setNice = (_: number, nice: number) => answers[Math.min(set.push(nice), answers.length) - 1] ?? 'done';
  ends.push(lowerCpuPriority(2 ** 22 + 1, { usual: 5, least: 5 }, setNice));
  vi.advanceTimersByTime(10_000);
  expect(set).toEqual([5, 5, 5]);
});

test('where there are no groups nothing is tried again', () => {
  vi.useFakeTimers();
  ends.push(() => vi.useRealTimers());
  const setNice = vi.fn(() => 'never' as const);
  lowerCpuPriority(2 ** 22 + 1, LONG, setNice);
  vi.advanceTimersByTime(10_000);
  expect(setNice).toHaveBeenCalledTimes(1);
});

test('a program steps back on every system, as far as it does while it is starved', async () => {
  const child = spawn('sleep', ['30'], { detached: true });
  ends.push(() => child.kill('SIGKILL'));
  await new Promise((resolve) => child.once('spawn', resolve));
  ends.push(lowerCpuPriority(child.pid ?? 0, LONG, () => 'never'));
  expect(os.getPriority(child.pid)).toBe(LONG.least);
});

test('a program that is gone is no trouble', () => {
  expect(() => lowerCpuPriority(2 ** 22 + 1, LONG)()).not.toThrow();
});
