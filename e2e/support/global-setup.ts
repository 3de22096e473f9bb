import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { productUrl, startProduct } from './product.ts';

const LOG = path.join(import.meta.dirname, '../test-results/product.log');

/** Starts a product. An error in its log fails when it is stopped. */
export async function startChecked(
  url: string,
  logFile: string,
  environment?: Record<string, string>,
): Promise<() => Promise<void>> {
  const stop = await startProduct(url, logFile, environment);
  return async () => {
    await stop();
    const errors = (await readFile(logFile, 'utf8')).split('\n').filter((line) => /^\{"level":(50|60)\b/.test(line));
    if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.slice(0, 10).join('\n')}`);
  };
}

/** Starts one server for the whole run. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  return process.env.E2E_URL ? undefined : startChecked(await productUrl(), LOG);
}
