import { readFileSync } from 'node:fs';
import { fileCycles, folderCycles, importsOf, violations } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';
import { membersOf } from './source-metrics.ts';

/** Fewer files mean that the search for imports is broken. */
const FILES_MIN = 100;
/** What every operation works with, declared by the platform and by wings above; what belongs to one domain stays in it. */
const SERVICES_MAX = 14;

const files = sourceFiles(['contract/src', 'media-node/src', 'server/src', 'web/app'], /\.tsx?$/);
if (files.length < FILES_MIN) throw new Error(`Only ${files.length} files were found to check`);
const product = new Set(files);
const everywhere = sourceFiles(['bench', 'contract', 'e2e', 'media-node', 'scripts', 'server', 'web'], /\.(tsx?|mjs)$/);
const allImports = everywhere.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));
const imports = allImports.filter(({ from }) => product.has(from));
const found = new Set([...violations(imports), ...folderCycles(imports), ...fileCycles(allImports)]);
for (const line of found) console.error(line);
console.log(`imports: ${files.length} files, ${found.size} violations`);
const services = files
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => membersOf(readFileSync(file, 'utf8'), 'Services'));
if (services.length === 0) throw new Error('No services were found');
const hasTooMany = services.length > SERVICES_MAX;
if (hasTooMany) console.error(`Services: ${services.length} members, at most ${SERVICES_MAX}`);
process.exit(found.size > 0 || hasTooMany ? 1 : 0);
