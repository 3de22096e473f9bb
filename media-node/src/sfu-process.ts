import { pino } from 'pino';
import { createEngine, type Library } from './engine.ts';
import { openMediaNode } from './media-node.ts';
import { type MediaSettings, NO_LIBRARY_EXIT_CODE, type ReadyMessage, SETTINGS_VARIABLE } from './process-messages.ts';
import { explainStartFailure } from './start-failure.ts';

/**
 * Runs the media node in a separate process, so that media packets do not slow down the pages. Started by
 * `supervisor.ts`.
 */
async function start({ logLevel, announce, ...door }: MediaSettings): Promise<void> {
  const { port, publicUrl } = door;
  const log = pino({ level: logLevel, base: undefined });
  const library = await loadLibrary();
  const { hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.');
  const engine = await createEngine(library, { port, announce, isLocal });
  const node = await openMediaNode({ ...door, engine, log });

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await node.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  // A terminal sends SIGINT to all processes; the supervisor stops this one in its own order.
  process.on('SIGINT', () => {});
  // Without its supervisor nothing else would stop this process.
  process.once('disconnect', stop);
  process.send?.({ type: 'ready', port: node.port } satisfies ReadyMessage);
}

async function loadLibrary(): Promise<Library> {
  try {
    return await import('node-datachannel');
  } catch {
    process.exit(NO_LIBRARY_EXIT_CODE);
  }
}

const settings: MediaSettings = JSON.parse(process.env[SETTINGS_VARIABLE] ?? '');
try {
  await start(settings);
} catch (error) {
  const line = explainStartFailure(error, settings);
  console.error(line === undefined ? error : `The media process cannot start: ${line}`);
  process.exit(1);
}
