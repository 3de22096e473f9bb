import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, startProduct } from '../../e2e/support/product.ts';
import { ROOT, run } from '../run.mjs';

/** `npm run drill:restore` beside a running product of its own with demo data. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-restore-'));
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(folder, 0o755);
const environment = { DATA_DIR: path.join(folder, 'data') };
let code = 1;
try {
  const stop = await startProduct(
    `http://localhost:${await freePort()}`,
    path.join(folder, 'product.log'),
    environment,
  );
  const drill = path.join(ROOT, 'scripts/drill-restore.mjs');
  code = await run(process.execPath, [drill, '--in', folder], { env: { ...process.env, ...environment } }).finally(
    stop,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
