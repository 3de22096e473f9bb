import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { raisePriority } from '../drill/priority.ts';
import { runScene } from '../load/run-load.ts';
import { buildVersion, describeCheckout, sharesAssets } from './older-version.ts';
import { formatUpgrade, judgeUpgrade } from './print-upgrade.ts';
import { openUpgrade } from './upgrade-scene.ts';

/** `npm run drill:upgrade -- --from COMMIT`: an upgrade under load from an older commit to this one. docs/load.md. */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    users: { type: 'string', default: '60' },
    rate: { type: 'string', default: '30' },
    report: { type: 'string' },
    data: { type: 'string' },
  },
});
if (values.from === undefined) throw new Error('Name the commit that is replaced: --from COMMIT');

/** The upgrade takes as long as it takes; people write this long at least. */
const SECONDS_MIN = 30;

const dataDir = mkdtempSync(path.join(values.data ?? os.tmpdir(), 'okolo-upgrade-'));
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(dataDir, 0o755);
let code = 1;
const older = await buildVersion(values.from, path.join(dataDir, 'older'));
try {
  const newer = await describeCheckout();
  const lowerPriority = raisePriority();
  const scene = await openUpgrade(dataDir, older, newer);
  try {
    const options = { dataDir, users: Number(values.users), rate: Number(values.rate), seconds: SECONDS_MIN, seed: 1 };
    const report = await runScene(scene, { ...options, faults: ['upgrade'] }, options.seed);
    const upgrade = {
      older: older.commit,
      newer: newer.commit,
      report,
      visits: scene.visits(),
      migrations: scene.migrations(),
      isOlderSharing: sharesAssets(older),
    };
    const verdicts = judgeUpgrade(upgrade);
    console.log(`\n${formatUpgrade(upgrade, verdicts)}\n`);
    for (const { what, count, examples } of verdicts)
      if (count > 0) console.log(`${what}:\n${examples.map((example) => `  ${example}`).join('\n')}`);
    for (const [error, count] of Object.entries(report.errors)) console.log(`logged ${count} times: ${error}`);
    const file = values.report ?? path.join(os.tmpdir(), 'okolo-upgrade.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(upgrade, null, 2));
    code = verdicts.every(({ count }) => count === 0) ? 0 : 1;
    console.log(`${code === 0 ? 'Nobody noticed' : 'The upgrade failed'}. The whole report: ${file}`);
  } finally {
    lowerPriority();
    await scene.close();
  }
} finally {
  await older.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
