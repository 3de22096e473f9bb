import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';
import { timeViolations } from './time-rules.ts';

/** Fewer than this means that the search itself is broken. */
const FILES_MIN = 500;

const files = sourceFiles(['contract/src', 'server/src', 'web/app'], /\.tsx?$/).filter(
  (file) => !file.includes('.test.'),
);
if (files.length < FILES_MIN) throw new Error(`Only ${files.length} files were found to check`);
const found = files.flatMap((file) => timeViolations(file, readFileSync(file, 'utf8')));
for (const line of found) console.error(line);
console.log(`times: ${files.length} files, ${found.length} violations`);
process.exit(found.length > 0 ? 1 : 0);
