import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Advisory, ageOf, findKnownHoles } from './checks/advisory-rules.ts';
import { readDependencies } from './checks/supply-chain-rules.ts';

/**
 * `npm run advisories -- PATH` compares the lock files with known holes: a JSON file, or a folder of them. Ends with 1
 * when one is past its time, or the list too old to know. docs/security/supply-chain.md
 */
const AGE_MAX_DAYS = 31;
const ROOT = path.resolve(import.meta.dirname, '..');

const [source, ...rest] = process.argv.slice(2);
if (source === undefined || rest.length > 0) {
  console.error('npm run advisories -- FILE.json or a folder of such files, in the format of OSV');
  process.exit(2);
}

function read(from: string): Advisory[] {
  if (statSync(from).isDirectory())
    return readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => read(path.join(from, name)));
  const content: unknown = JSON.parse(readFileSync(from, 'utf8'));
  return (Array.isArray(content) ? content : [content]) as Advisory[];
}

const now = new Date();
const advisories = read(path.resolve(process.env.INIT_CWD ?? '.', source));
const dependencies = readDependencies(ROOT);
const holes = findKnownHoles(dependencies, advisories, now);
for (const { package: name, id, severity, summary, daysLeft } of holes)
  console.log(
    `${daysLeft < 0 ? `${-daysLeft} days late` : `${daysLeft} days left`}\t${name}\t${id}\t${severity}\t${summary}`,
  );

const age = ageOf(advisories, now);
const late = holes.filter(({ daysLeft }) => daysLeft < 0).length;
console.log(`${dependencies.length} packages, ${advisories.length} advisories, ${holes.length} holes, ${late} late`);
if (age > AGE_MAX_DAYS) console.error(`Nothing in the list changed for ${Math.min(age, 9999)} days: get a newer one`);
process.exit(late > 0 || age > AGE_MAX_DAYS ? 1 : 0);
