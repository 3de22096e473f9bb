import { expect, type Page } from '@playwright/test';
import { ADMIN, freePort, startProduct } from './product.ts';

/** A product of its own, for what shows on every page of all other tests. */
export async function startOwnProduct(
  page: Page,
  logFile: string,
  environment: (url: string) => Record<string, string> = () => ({}),
): Promise<AsyncDisposable & { url: string }> {
  const url = `http://localhost:${await freePort()}`;
  const stop = await startProduct(url, logFile, { DEMO: 'off', ...environment(url) });
  return {
    url,
    // An open page would complain of its closed socket.
    async [Symbol.asyncDispose]() {
      await page.close();
      await stop();
    },
  };
}

export async function signInAsAdmin(page: Page, url: string): Promise<void> {
  const { login, password } = ADMIN;
  const answer = await page.context().request.post(`${url}/api/auth`, { data: { login, password } });
  expect(answer.ok()).toBe(true);
}
