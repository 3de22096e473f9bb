import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

export interface Browser {
  path: string;
  env: Record<string, string>;
  switches: readonly string[];
}

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const SYSTEM_FONTS = '/etc/fonts/fonts.conf';
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Browser switches for containers: no sandbox, no background requests, a fake microphone that beeps, a camera that is
 * cheap to encode. Without the browser's own models, which differ between builds and cannot be downloaded here: tests bring
 * their own.
 */
const BROWSER_SWITCHES = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-blink-features=LanguageDetectionAPI,TranslationAPI',
  '--use-fake-device-for-media-stream=fps=10',
];

/** The packaged browser has no dialog of its own to ask for devices in, and refuses them without this one. */
const PACKAGED_SWITCHES = [...BROWSER_SWITCHES, '--use-fake-ui-for-media-stream'];

/**
 * Finds Chromium for the tests: `CHROMIUM_PATH`, else the system's, else the one of the npm package
 * `@sparticuz/chromium` (Linux x64). `PACKAGED_CHROMIUM=on` skips the system's. Throws with instructions when there is
 * none.
 */
export async function findBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const env = environment as Record<string, string>;
  const named = environment.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
    return { path: named, env, switches: BROWSER_SWITCHES };
  }
  const installed = environment.PACKAGED_CHROMIUM === 'on' ? undefined : SYSTEM_BROWSERS.find(existsSync);
  if (installed) return { path: installed, env, switches: BROWSER_SWITCHES };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser(env);
  throw new Error(
    'No Chromium was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to the program of one you have.',
  );
}

/**
 * A browser without windows, if there is one: it draws the same pages with two thirds of the work. It has no microphone and no windows
 * of its own, so that only tests that look at pages should ask for it. Not where somebody named another one.
 */
export async function findShell(environment: NodeJS.ProcessEnv = process.env): Promise<Browser | undefined> {
  const env = environment as Record<string, string>;
  if (environment.CHROMIUM_PATH) return undefined;
  if (existsSync(SYSTEM_SHELL)) return { path: SYSTEM_SHELL, env, switches: BROWSER_SWITCHES };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser(env);
  return undefined;
}

async function unpackBrowser(env: Record<string, string>): Promise<Browser> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const packed = path.join(entry.slice(0, entry.lastIndexOf('@sparticuz')), '@sparticuz/chromium/bin');
  const version = JSON.parse(await readFile(path.join(packed, '../package.json'), 'utf8')).version;
  const home = path.join(os.tmpdir(), `okolo-chromium-${version}-${process.getuid?.() ?? 0}`);
  const program = path.join(home, 'chromium');
  if (!existsSync(program)) {
    // Unpacks into a temporary directory and renames, so that a parallel run never sees an incomplete browser.
    const making = `${home}.${process.pid}`;
    mkdirSync(making, { recursive: true, mode: 0o700 });
    const unpacked = brotliDecompressSync(await readFile(path.join(packed, 'chromium.br')));
    writeFileSync(path.join(making, 'chromium'), unpacked, { mode: 0o755 });
    for (const bundle of ['al2023', 'swiftshader', 'fonts']) {
      const tar = brotliDecompressSync(await readFile(path.join(packed, `${bundle}.tar.br`)));
      execFileSync('tar', ['x', '-C', making], { input: tar });
    }
    try {
      renameSync(making, home);
    } catch (error) {
      // Another process was quicker, and its browser may be running already.
      if (!existsSync(program)) throw error;
      rmSync(making, { recursive: true });
    }
  }
  return {
    path: program,
    switches: PACKAGED_SWITCHES,
    env: {
      ...env,
      LD_LIBRARY_PATH: path.join(home, 'lib'),
      // Fonts of the system hold more alphabets.
      ...(!existsSync(SYSTEM_FONTS) && { FONTCONFIG_PATH: path.join(home, 'fonts') }),
    },
  };
}
