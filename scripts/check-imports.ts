import { readFileSync } from 'node:fs';
import { importsOf, violations } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';

/** Fewer files mean that the search for imports is broken. */
const FILES_MIN = 100;

const files = sourceFiles(['contract/src', 'server/src', 'web/app'], /\.tsx?$/);
if (files.length < FILES_MIN) throw new Error(`Only ${files.length} files were found to check`);
const found = violations(files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8'))));
for (const line of found) console.error(line);
console.log(`imports: ${files.length} files, ${found.length} violations`);
process.exit(found.length > 0 ? 1 : 0);
