import { readFileSync, writeFileSync } from 'node:fs';
import { folderCycles, importsOf, membersOf, violations } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

/** Fewer files mean that the search for imports is broken. */
const FILES_MIN = 100;
/** Imports that still break a rule. */
const KNOWN = 'scripts/known-import-violations.txt';

/** What every operation works with; what belongs to one domain stays in it. */
const SERVICES = 'server/src/platform/services.ts';
const SERVICES_MAX = 14;

const files = sourceFiles(['contract/src', 'media-node/src', 'server/src', 'web/app'], /\.tsx?$/);
if (files.length < FILES_MIN) throw new Error(`Only ${files.length} files were found to check`);
const imports = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));
const found = new Set([...violations(imports), ...folderCycles(imports)]);
const known = readFileSync(KNOWN, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
if (process.argv.includes('--write-known')) {
  const head = readFileSync(KNOWN, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'));
  writeFileSync(KNOWN, `${[...head, ...[...found].sort()].join('\n')}\n`);
  process.exit(0);
}
const added = [...found].filter((line) => !known.includes(line));
// The list of known violations only shrinks: whoever mends one removes its line.
const mended = known.filter((line) => !found.has(line));
for (const line of added) console.error(line);
for (const line of mended) console.error(`${line}: no longer true, remove it from ${KNOWN}`);
console.log(`imports: ${files.length} files, ${added.length} new violations, ${known.length} known ones`);
const services = membersOf(readFileSync(SERVICES, 'utf8'), 'Services');
if (services.length === 0) throw new Error(`${SERVICES} names no services`);
const hasTooMany = services.length > SERVICES_MAX;
if (hasTooMany) console.error(`${SERVICES}: ${services.length} members, at most ${SERVICES_MAX}`);
process.exit(added.length + mended.length > 0 || hasTooMany ? 1 : 0);
