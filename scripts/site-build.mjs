import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './run.mjs';

const BUILD = path.join(ROOT, 'web/build');
const STAMP = path.join(BUILD, 'made-from');
const SOURCES = ['package-lock.json', 'contract', 'web'];
const NOT_SOURCES = new Set(['node_modules', 'build', '.react-router']);

/** Build the site unless the build on disk was made from exactly these sources. Throws when the build fails. */
export async function ensureSiteBuild() {
  const sources = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  console.log('Building the site');
  const code = await run('npm', ['run', '--silent', 'build', '-w', 'web']);
  if (code !== 0) throw new Error('The site could not be built');
  writeFileSync(STAMP, sources);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addToHash(hash, path.join(ROOT, source));
  return hash.digest('hex');
}

function addToHash(hash, file) {
  const entry = readdirIfFolder(file);
  if (entry === undefined) {
    hash.update(path.relative(ROOT, file)).update(readFileSync(file));
    return;
  }
  for (const name of entry.sort()) if (!NOT_SOURCES.has(name)) addToHash(hash, path.join(file, name));
}

function readdirIfFolder(file) {
  try {
    return readdirSync(file);
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
