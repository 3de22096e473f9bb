import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { productUrl, startProduct } from './product.ts';

const LOG = path.join(import.meta.dirname, '../test-results/product.log');

/** Starts one server for the whole run. An error in its log fails the run. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const stop = await startProduct(await productUrl(), LOG);
  return async () => {
    await stop();
    const errors = (await readFile(LOG, 'utf8')).split('\n').filter((line) => /^\{"level":(50|60)\b/.test(line));
    if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.slice(0, 10).join('\n')}`);
  };
}
