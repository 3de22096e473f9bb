import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Dependency,
  dependenciesOf,
  programsOf,
  readDependencies,
  supplyChainProblems,
  withPrograms,
} from './checks/supply-chain-rules.ts';

/**
 * `npm run sbom` writes the inventory of dependencies (CycloneDX), and reports their licences; it fails on what is not
 * allowed. Options: docs/security/supply-chain.md.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'okolo.cdx.json' },
    production: { type: 'boolean', default: false },
    age: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(ROOT, 'docs/security/supply-chain.md');
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
const DAY_MS = 86_400_000;

const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const npm = (...words: string[]): string =>
  execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES });

const dependencies = dependenciesOf(read('package-lock.json')).filter(
  ({ isForDevelopment }) => !(values.production && isForDevelopment),
);
const inventory = npm(
  'sbom',
  ...['--sbom-format', 'cyclonedx', '--package-lock-only'],
  ...(values.production ? ['--omit', 'dev'] : []),
);
writeFileSync(values.out, inventory);
console.log(`${JSON.parse(inventory).components.length} components in ${values.out}\n`);

console.log(`| licence | packages | |\n|---|---|---|`);
const NAMED_MAX = 5;
const nameOf = ({ name, version }: Dependency): string => `${name}@${version}`;
const byLicence = [...Map.groupBy(dependencies, ({ licence }) => licence)].sort((a, b) => b[1].length - a[1].length);
for (const [licence, packages] of byLicence)
  console.log(
    `| ${licence} | ${packages.length} | ${packages.length <= NAMED_MAX ? packages.map(nameOf).join(', ') : ''} |`,
  );

if (values.age) {
  console.log('\n| program | released | newest | released |\n|---|---|---|---|');
  const programs = new Map(programsOf(dependencies).map((program) => [program.what, program]));
  for (const { what, name, version } of programs.values()) {
    const { time, 'dist-tags': tags } = JSON.parse(npm('view', name, 'time', 'dist-tags', '--json'));
    const age = (of: string): string => `${Math.floor((Date.now() - Date.parse(time[of])) / DAY_MS)} days ago`;
    console.log(`| ${what} \`${name}@${version}\` | ${age(version)} | ${tags.latest} | ${age(tags.latest)} |`);
  }
}
if (values.write)
  writeFileSync(
    DOCUMENT,
    withPrograms(readFileSync(DOCUMENT, 'utf8'), programsOf(dependenciesOf(read('package-lock.json')))),
  );

const problems = supplyChainProblems(readDependencies(ROOT), read('package.json').allowScripts);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
