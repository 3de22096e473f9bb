import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { buildServices } from '../src/build-services.ts';
import type { Config } from '../src/platform/config.ts';
import type { Services } from '../src/platform/domain/services.ts';
import { PATIENT_LIMITS } from './patient-limits.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface TestNode {
  origin: string;
  services: Services;
  close(): Promise<void>;
}

export async function listen(app: World['app']): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

interface NodeOptions {
  config?: Partial<Config>;
  adjust?(services: Services): void;
}

export async function startAnotherNode(world: World, { config, adjust }: NodeOptions = {}): Promise<TestNode> {
  const built = await buildServices({
    config: { ...world.services.config, ...config },
    log: pino({ level: 'silent' }),
    ...world.database,
    limits: PATIENT_LIMITS,
  });
  adjust?.(built.services);
  const app = await createApp(built.services);
  return {
    origin: await listen(app),
    services: built.services,
    async close() {
      await app.close();
      await built.close();
    },
  };
}

export interface TwoNodes {
  world: World;
  /** Address of the world's own node. */
  origin: string;
  second: TestNode;
  close(): Promise<void>;
}

/** Starts a world whose own node listens, and a second node on the same database. */
export async function startTwoNodes(options?: WorldOptions, another?: NodeOptions): Promise<TwoNodes> {
  const world = await createWorld(options);
  const origin = await listen(world.app);
  const second = await startAnotherNode(world, another);
  return {
    world,
    origin,
    second,
    async close() {
      await second.close();
      await world.close();
    },
  };
}
