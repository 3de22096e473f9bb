import { readFileSync } from 'node:fs';
import { programsOf, readDependencies, supplyChainProblems, withPrograms } from './supply-chain-rules.ts';

const DOCUMENT = 'docs/security/supply-chain.md';
const { allowScripts = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const dependencies = readDependencies('.');
const problems = supplyChainProblems(dependencies, allowScripts);
const document = readFileSync(DOCUMENT, 'utf8');
if (withPrograms(document, programsOf(dependencies)) !== document)
  problems.push(`${DOCUMENT} names other programs than the lock file: npm run sbom -- --write`);
for (const problem of problems) console.error(problem);
console.log(`supply chain: ${dependencies.length} packages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
