import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../support/product.ts';
import type { WebKit } from './find-engines.ts';
import type { Visitor } from './visitor.ts';
import { openSession } from './webdriver.ts';
import { openWebDriverVisitor } from './webdriver-visitor.ts';

const WINDOW = { desktop: { width: 1440, height: 940 }, phone: { width: 390, height: 844 } };

/** A screen that nobody sees, for all browsers of a run. */
export async function startScreen({ screen }: WebKit): Promise<{ env: NodeJS.ProcessEnv; stop(): Promise<void> }> {
  if (screen === undefined) return { env: process.env, stop: async () => undefined };
  const home = await mkdtemp(path.join(os.tmpdir(), 'okolo-webkit-'));
  // The still pictures that the other journeys ask for.
  await mkdir(path.join(home, 'gtk-3.0'));
  await writeFile(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const xvfb = spawn(screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const numbers = xvfb.stdio[3];
  if (numbers === null || numbers === undefined || !('readable' in numbers)) throw new Error('No number of the screen');
  const [number] = await once(createInterface(numbers), 'line');
  return {
    env: { ...process.env, DISPLAY: `:${number}`, XDG_CONFIG_HOME: home, LC_ALL: 'C.UTF-8' },
    async stop() {
      await end(xvfb);
      await rm(home, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** A driver of WebKit has one browser at a time, so that every visitor brings a driver along. */
export async function openWebKitVisitor(
  webkit: WebKit,
  env: NodeJS.ProcessEnv,
  origin: string,
  isPhone: boolean,
): Promise<Visitor> {
  const port = await freePort();
  const driver = spawn(webkit.driver, [...(webkit.program ? [`--port=${port}`] : ['-p', String(port)])], {
    env,
    stdio: 'ignore',
  });
  try {
    const session = await openSession(`http://127.0.0.1:${port}`, capabilitiesOf(webkit));
    await session.send('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 });
    await session.send('POST', '/window/rect', WINDOW[isPhone ? 'phone' : 'desktop']);
    const name = webkit.program === undefined ? 'Safari' : 'WebKitGTK';
    const visitor = await openWebDriverVisitor(session, `${name} ${session.version}`, origin);
    return {
      ...visitor,
      async close() {
        await visitor.close().finally(() => end(driver));
      },
    };
  } catch (error) {
    await end(driver);
    throw error;
  }
}

function capabilitiesOf({ program }: WebKit): object {
  if (program === undefined) return { browserName: 'safari' };
  const args = [
    '--automation',
    '--enable-media-stream=true',
    '--enable-webrtc=true',
    '--enable-mock-capture-devices=true',
    '--autoplay-policy=allow',
    '--time-zone=Europe/Moscow',
  ];
  return { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: program, args } };
}
