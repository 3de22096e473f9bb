import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findLoggedWords } from '../../server/test/find-logged-words.ts';
import { ADMIN, productUrl, startProduct } from './product.ts';
import { readSecrets } from './secrets.ts';

const LOG = path.join(import.meta.dirname, '../test-results/product.log');

/** Starts a product. An error in its log fails when it is stopped, and so do secrets and words of people. */
export async function startChecked(
  url: string,
  logFile: string,
  environment?: Record<string, string>,
): Promise<() => Promise<void>> {
  const stop = await startProduct(url, logFile, environment);
  return async () => {
    await stop();
    const log = await readFile(logFile, 'utf8');
    const errors = log.split('\n').filter((line) => /^\{"level":(50|60)\b/.test(line));
    if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.slice(0, 10).join('\n')}`);
    const words = findLoggedWords(log, [ADMIN.password, ...readSecrets()]);
    if (words.length > 0)
      throw new Error(`The log holds secrets or words of people:\n${words.slice(0, 10).join('\n')}`);
  };
}

/** Starts one server for the whole run. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  return process.env.E2E_URL ? undefined : startChecked(await productUrl(), LOG);
}
