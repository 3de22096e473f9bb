import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';
import { tablesOf, writesOf } from './table-owners.ts';
import { domainOf } from './wings.ts';

const owners = new Map<string, string>();
for (const file of sourceFiles(['server/src'], /\.tables\.ts$/)) {
  const domain = domainOf(file) ?? '';
  for (const table of tablesOf(readFileSync(file, 'utf8'))) owners.set(table, domain);
}
if (owners.size < 10) throw new Error(`Only ${owners.size} tables were found to check`);

const found = sourceFiles(['server/src'], /^(?!.*\.test\.ts$).*\.ts$/)
  .flatMap((file) => writesOf(file, readFileSync(file, 'utf8')))
  .filter(({ file, table }) => owners.has(table) && owners.get(table) !== domainOf(file));
for (const { file, table } of found) console.error(`${file} writes ${table}, which belongs to ${owners.get(table)}`);
console.log(`tables: ${owners.size} tables, ${found.length} foreign writes`);
process.exit(found.length > 0 ? 1 : 0);
