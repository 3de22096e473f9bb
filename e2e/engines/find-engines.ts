import { existsSync } from 'node:fs';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const DEBIAN_LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];

export interface WebKit {
  driver: string;
  /** None where the driver knows its browser. */
  program?: string;
  /** A screen for a browser that needs one. */
  screen?: string;
}

export function findFirefox(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return [environment.FIREFOX_PATH ?? [], FIREFOX].flat().find(existsSync);
}

/** WebKitGTK of the system; `SAFARI=on` drives the Safari of a Mac instead. */
export function findWebKit(environment: NodeJS.ProcessEnv = process.env): WebKit | undefined {
  if (environment.SAFARI === 'on') return { driver: '/usr/bin/safaridriver' };
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  const program = DEBIAN_LIBRARIES.flatMap((folder) => [
    `${folder}/webkit2gtk-4.1/MiniBrowser`,
    `${folder}/webkit2gtk-4.0/MiniBrowser`,
  ]).find(existsSync);
  return program !== undefined && existsSync(driver) && existsSync(screen) ? { driver, program, screen } : undefined;
}

/** A server of sound for a machine without a device: engines that hear nobody play nothing. */
export const findSoundServer = (): string | undefined => ['/usr/bin/pulseaudio'].find(existsSync);

const FINDERS = { firefox: findFirefox, webkit: findWebKit };
export type EngineName = keyof typeof FINDERS;
export const ENGINES = Object.keys(FINDERS) as EngineName[];

export const missingEngines = (): EngineName[] => ENGINES.filter((engine) => FINDERS[engine]() === undefined);

/** How an engine that is not there is installed. */
export const INSTALL: Record<EngineName, string> = {
  firefox: 'apt-get install firefox-esr',
  webkit: 'apt-get install webkit2gtk-driver xvfb',
};
export const INSTALL_SOUND = 'apt-get install pulseaudio';
