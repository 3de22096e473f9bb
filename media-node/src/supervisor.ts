import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { BaseLogger } from 'pino';
import { type MediaSettings, NO_LIBRARY_EXIT_CODE, type ReadyMessage, SETTINGS_VARIABLE } from './process-messages.ts';

const PROGRAM = path.join(import.meta.dirname, 'sfu-process.ts');
const FIRST_PAUSE_MS = 200;
const PAUSE_MAX_MS = 10_000;
const STEADY_MS = 60_000;
const STOP_MS = 5000;

export interface MediaProcess {
  opened: Promise<number | undefined>;
  readonly pid: number | undefined;
  /** Whether the process takes connections now. */
  readonly isOpen: boolean;
  stop(): Promise<void>;
}

export function startMediaProcess(settings: MediaSettings, log: BaseLogger): MediaProcess {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let isStopping = false;
  let isOpen = false;
  let open: (port: number | undefined) => void = () => {};
  const opened = new Promise<number | undefined>((resolve) => {
    open = resolve;
  });

  function run(): void {
    const startedAt = Date.now();
    const started = fork(PROGRAM, {
      env: { ...process.env, [SETTINGS_VARIABLE]: JSON.stringify(settings) },
      stdio: 'inherit',
    });
    child = started;
    started.on('message', (message: ReadyMessage) => {
      isOpen = true;
      open(message.port);
    });
    started.once('error', (error) => log.warn({ err: error }, 'the media process could not be started'));
    started.once('exit', (code, signal) => {
      isOpen = false;
      if (isStopping) return;
      if (code === NO_LIBRARY_EXIT_CODE) {
        log.warn('this machine cannot run the media server: calls are peer-to-peer only');
        open(undefined);
        return;
      }
      if (Date.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS;
      log.warn({ code, signal, again: `in ${pause} ms` }, 'the media process died');
      timer = setTimeout(run, pause);
      pause = Math.min(PAUSE_MAX_MS, pause * 2);
    });
  }

  run();
  return {
    opened,
    get pid() {
      return child?.pid;
    },
    get isOpen() {
      return isOpen;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      open(undefined);
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
      child.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(late);
    },
  };
}
