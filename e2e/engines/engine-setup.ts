import path from 'node:path';
import { startChecked } from '../support/global-setup.ts';
import { freePort, productUrl } from '../support/product.ts';
import { startRelay } from './relay.ts';

const LOG = path.join(import.meta.dirname, '../test-results/engines/product.log');

/** Starts one product behind its relay for the whole run. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const url = await productUrl();
  const productPort = await freePort();
  process.env.ENGINES_PRODUCT_PORT = String(productPort);
  const relay = await startRelay(Number(new URL(url).port), productPort);
  const stop = await startChecked(url, LOG, { PORT: String(productPort) });
  return () => stop().finally(relay.close);
}
