import './node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from './run.mjs';
import { ensureSiteBuild } from './site-build.mjs';

// Each part ends by itself long before: what hangs is named and fails, and the other part still tells what it found.
const UNIT_MINUTES = 30;
const BROWSER_MINUTES = 55;

// `npm test -- ads` runs the tests whose path contains "ads".
const filters = process.argv.slice(2);
const reports = mkdtempSync(path.join(os.tmpdir(), 'okolo-reports-'));

await ensureSiteBuild();
const unit = path.join(reports, 'unit.json');
const codes = [
  await run(
    'npx',
    [
      'vitest',
      'run',
      '--passWithNoTests',
      // Names each file as it ends: the log of a run that hangs tells where.
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/flaky-reporter.mjs',
      `--outputFile.json=${unit}`,
      ...filters,
    ],
    { limitMinutes: UNIT_MINUTES },
  ),
];
const browser = path.join(reports, 'browser.json');
codes.push(
  await run('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...filters], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: browser },
    limitMinutes: BROWSER_MINUTES,
  }),
);

const totals = [readVitest(unit), readPlaywright(browser)];
const sum = (key) => totals.reduce((total, report) => total + report[key], 0);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(codes.some((code) => code !== 0) ? 1 : 0);

function readVitest(file) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = readReport(file);
  // A file that does not load holds no failed test, yet it failed.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
}

function readPlaywright(file) {
  const { stats, errors } = readReport(file);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** A run that left no report failed as a whole. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, stats: { expected: 0, flaky: 0, unexpected: 1 }, errors: [] };
  }
}
