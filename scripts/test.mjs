import './node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { check } from './checks.mjs';
import { nameMissingEngines } from './missing-engines.mjs';
import { run } from './run.mjs';
import { ensureSiteBuild } from './site-build.mjs';

/** Each part ends by itself long before: a part that hangs is named and fails, and the other part still reports. */
const LIMIT_MINUTES = { short: 20, all: 60 };

// `npm test -- ads` runs the tests whose path contains "ads"; `npm run test:all` runs the long tests too.
const [isAll, filters] = process.argv[2] === '--all' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];
const limitMinutes = isAll ? LIMIT_MINUTES.all : LIMIT_MINUTES.short;
const env = { ...process.env, LONG_TESTS: isAll ? 'on' : 'off' };
const reports = mkdtempSync(path.join(os.tmpdir(), 'okolo-reports-'));

const totals = [];
if (filters.length === 0) totals.push({ ...(await timed('check', check)), flaky: 0 });
await ensureSiteBuild();
totals.push(await timed('unit, API and component tests', runVitest));
totals.push(await timed('browser journeys', () => runPlaywright('e2e/playwright.config.ts')));
const engines = isAll ? await nameMissingEngines() : { found: [], missing: [] };
if (engines.found.length > 0) {
  const config = 'e2e/engines/playwright.config.ts';
  totals.push(await timed(`journeys in ${engines.found.join(' and ')}`, () => runPlaywright(config)));
}
rmSync(reports, { recursive: true, force: true });

const sum = (key) => totals.reduce((total, report) => total + report[key], 0);
if (sum('flaky') > 0) console.log(`\n${sum('flaky')} flaky: passed only when run again, named above`);
if (engines.missing.length > 0) await nameMissingEngines();
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);

async function timed(name, part) {
  const start = Date.now();
  const result = await part();
  console.log(`\n${name}: ${Math.round((Date.now() - start) / 1000)} s`);
  return result;
}

async function runVitest() {
  const file = path.join(reports, 'unit.json');
  const args = [
    'vitest',
    'run',
    '--passWithNoTests',
    // Names each file as it ends: the log of a run that hangs shows where.
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/flaky-reporter.mjs',
    `--outputFile.json=${file}`,
    ...(isAll ? [] : ['--tags-filter=!long']),
    ...filters,
  ];
  const code = await run('npx', args, { env, limitMinutes });
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = readReport(file);
  // A file that does not load has no failed test, and fails all the same.
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
  return { passed: numPassedTests, failed: atLeastOne(failed, code), flaky: countFlaky(testResults) };
}

function countFlaky(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  return tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).length;
}

async function runPlaywright(config) {
  const file = path.join(reports, `${path.basename(path.dirname(config))}.json`);
  const args = ['playwright', 'test', '--config', config, '--pass-with-no-tests', ...filters];
  const code = await run('npx', args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file }, limitMinutes });
  const { stats, errors } = readReport(file);
  const failed = stats.unexpected + errors.length;
  return { passed: stats.expected + stats.flaky, failed: atLeastOne(failed, code), flaky: stats.flaky };
}

/** A runner that fails without a failed test, such as one that was ended, is a failure of its own. */
function atLeastOne(failed, code) {
  return code === 0 ? failed : Math.max(failed, 1);
}

/** A run that left no report failed as a whole. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {
      ...{ numPassedTests: 0, numFailedTests: 1, numFailedTestSuites: 1, testResults: [] },
      ...{ stats: { expected: 0, flaky: 0, unexpected: 1 }, errors: [] },
    };
  }
}
