import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './load.ts';

const CELLS = 2 ** 22;
const STEPS = 500_000;
const TIMES = 4;
/** Others on a shared machine change its speed from second to second. */
const PAUSE_MS = 200;

/** 16 MB in which each cell holds the number of the next one, far from it: a full cycle (Hull and Dobell, 1962). */
const nextCells = Uint32Array.from(
  { length: CELLS },
  (_, cell) => (Math.imul(cell, 1_664_525) + 1_013_904_223) & (CELLS - 1),
);
const samples: number[] = [];
let cell = 0;

/** Times how long one read of memory takes, in which a program with a large heap waits most, a few times. */
export async function sampleMachineSpeed(): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    await sleep(PAUSE_MS);
    const start = performance.now();
    for (let step = 0; step < STEPS; step++) cell = nextCells[cell] ?? 0;
    samples.push(((performance.now() - start) / STEPS) * 1_000_000);
  }
}

/** What others do on a shared machine slows its caches and its memory down, and is no part of its load. */
export function formatMachineSpeed(): string {
  const [least, most] = [Math.min(...samples), Math.max(...samples)];
  return `a read of memory took ${least.toFixed(0)} to ${most.toFixed(0)} ns, median ${median(samples).toFixed(0)} ns`;
}
