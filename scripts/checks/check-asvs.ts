import { existsSync, readFileSync } from 'node:fs';
import { anchorsOf, findProblems, rowsOf } from './asvs-rules.ts';

const FOLDER = 'docs/security';
const sources = new Map<string, string | undefined>();
function readSource(file: string): string | undefined {
  if (!sources.has(file)) sources.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return sources.get(file);
}

const rows = rowsOf(readFileSync(`${FOLDER}/asvs.md`, 'utf8'));
const anchors = new Set(anchorsOf(readFileSync(`${FOLDER}/policy.md`, 'utf8')).map((anchor) => `policy.md#${anchor}`));
const problems = findProblems(rows, { readSource, anchors });
for (const problem of problems) console.error(problem);
const tests = new Set(rows.flatMap(({ proofs }) => proofs.map(({ file, title }) => `${file} ${title}`)));
const gaps = rows.filter(({ verdict }) => verdict === 'gap').length;
console.log(`asvs: ${rows.length} rows, ${tests.size} tests, ${gaps} gaps, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
