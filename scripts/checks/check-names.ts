import { readFileSync } from 'node:fs';
import { endpointKeysOf, exportsOf, fileProblem, jobNamesOf, nameProblem } from './name-rules.ts';
import { sourceFiles } from './source-files.ts';

/** Fewer than this means that the search itself is broken. */
const EXPORTS_MIN = 4000;
const ENDPOINTS_MIN = 200;
const JOBS_MIN = 50;

const files = sourceFiles(['bench', 'contract', 'e2e', 'scripts', 'server', 'web'], /\.(tsx?|mjs)$/);
let exported = 0;
let endpoints = 0;
let jobs = 0;
const found = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const names = exportsOf(source);
  const keys = file.startsWith('contract/') ? endpointKeysOf(source) : [];
  const jobNames = file.startsWith('server/src/') && !file.endsWith('.test.ts') ? jobNamesOf(source) : [];
  exported += names.length;
  endpoints += keys.length;
  jobs += jobNames.length;
  const problems = [
    [file, fileProblem(file)],
    ...names.map(({ name, kind }) => [name, nameProblem(name, kind)]),
    ...jobNames.map((name) => [name, fileProblem(name)]),
    ...keys.map((key) => [key, nameProblem(key, 'type') ?? nameProblem(key, 'value')]),
  ];
  return problems.flatMap(([name, problem]) => (problem === undefined ? [] : [`${file} ${name}: ${problem}`]));
});
if (exported < EXPORTS_MIN) throw new Error(`Only ${exported} exports were found to check`);
if (endpoints < ENDPOINTS_MIN) throw new Error(`Only ${endpoints} endpoints were found to check`);
if (jobs < JOBS_MIN) throw new Error(`Only ${jobs} jobs were found to check`);

for (const line of found) console.error(line);
console.log(
  `names: ${files.length} files, ${exported} exports, ${endpoints} endpoints, ${jobs} jobs, ${found.length} refused (docs/glossary.md)`,
);
process.exit(found.length > 0 ? 1 : 0);
