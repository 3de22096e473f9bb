// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runLoad } from '../../../bench/load/run-load.ts';
import { createDataDir, ensureSiteBuilt } from './running-node.ts';

const PATIENCE_MS = 400_000;

let dataDir: string;
let remove: () => Promise<void>;

beforeEach(async () => {
  await ensureSiteBuilt();
  ({ dataDir, remove } = await createDataDir());
}, PATIENCE_MS);

afterEach(() => remove?.(), PATIENCE_MS);

test(
  'people talk on while a node is killed, Redis is lost and the network breaks: nothing is lost, doubled or out of order',
  async () => {
    const report = await runLoad({
      dataDir,
      users: 24,
      rate: 24,
      seconds: 24,
      faults: ['kill', 'redis', 'cut'],
      seed: 20_261_121,
      isRedisReal: false,
    });
    expect(report.checks.filter(({ count }) => count > 0)).toEqual([]);
    expect(report.faults.map(({ kind }) => kind)).toEqual(['kill', 'redis', 'cut']);
    expect(report.dialogs).toBe(16);
    expect(report.acknowledged).toBe(report.written);
    expect(report.acknowledged).toBeGreaterThan(100);
    expect(report.connection.opened).toBeGreaterThan(24);
  },
  PATIENCE_MS,
);

test(
  'the harness notices what it is made to notice',
  async () => {
    const spoiled = { dataDir, users: 4, rate: 8, seconds: 4, faults: [], seed: 1, isRedisReal: false };
    const { checks: verdicts } = await runLoad({ ...spoiled, sabotage: 'lose' });
    const found = verdicts.flatMap(({ what, count }) => (count > 0 ? [what] : []));
    expect(found).toContain('Acknowledged messages lost');
    expect(found).toContain('Order violations in the database');
  },
  PATIENCE_MS,
);
