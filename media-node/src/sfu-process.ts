import path from 'node:path';
import { pino } from 'pino';
import { parseConfig } from '../../server/src/platform/config.ts';
import { explainStartFailure } from '../../server/src/platform/start-failure.ts';
import { createEngine, type Library } from './engine.ts';
import { openMediaNode } from './media-node.ts';
import { NO_LIBRARY_EXIT_CODE, type ReadyMessage } from './process-messages.ts';

/**
 * Runs the media node in a separate process, so that media packets do not slow down the pages. Started by
 * `supervisor.ts`.
 */
async function start(): Promise<void> {
  const config = parseConfig(process.env);
  const log = pino({ level: config.logLevel, base: undefined });
  const { port, announce, secret = '' } = config.media;
  const library = await loadLibrary();
  const { hostname } = new URL(config.publicUrl);
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.');
  const engine = await createEngine(library, { port, announce, isLocal });
  const folder = path.join(config.dataDir, 'media-node');
  const { publicUrl, host } = config;
  const node = await openMediaNode({ engine, secret, publicUrl, host, port, folder, log });

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

try {
  await start();
} catch (error) {
  const line = explainStartFailure(error, process.env);
  console.error(line === undefined ? error : `The media process cannot start: ${line}`);
  process.exit(1);
}
