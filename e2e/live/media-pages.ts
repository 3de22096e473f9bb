import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import type { MediaPage } from '../../web/test/media-page.ts';
import { siteModules } from '../../web/vite-modules.ts';

const WEB = path.resolve(import.meta.dirname, '../../web');
const HTML =
  '<!doctype html><title>Rooms</title><link rel="icon" href="data:,"><script type="module" src="/media-page.js"></script>';

export interface MediaSite {
  origin: string;
  close(): Promise<void>;
}

/**
 * Local site with one page that contains the product's media room code (`web/test/media-page.ts`). A real origin is
 * needed, because Chromium blocks requests from pages of unknown origin to local servers.
 */
export async function startMediaSite(): Promise<MediaSite> {
  const files = await buildPage();
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    const body = name === '' ? HTML : files.get(name);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': name === '' ? 'text/html' : 'text/javascript',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function openMediaPage(browser: Browser, site: MediaSite): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await goToMediaPage(page);
  return page;
}

export async function goToMediaPage(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForFunction(() => 'media' in globalThis);
  // Audio requires a user gesture.
  await page.mouse.click(1, 1);
}

type Calls = {
  [Name in keyof MediaPage]: MediaPage[Name] extends (...words: infer Words) => infer Answer
    ? [Words, Awaited<Answer>]
    : never;
};

export function callPage<Name extends keyof MediaPage>(
  page: Page,
  name: Name,
  ...words: Calls[Name][0]
): Promise<Calls[Name][1]> {
  return page.evaluate(
    ([method, given]) => {
      const { media } = globalThis as unknown as { media: Record<string, (...all: unknown[]) => unknown> };
      return media[method as string]?.(...(given as unknown[]));
    },
    [name, words] as const,
  ) as Promise<Calls[Name][1]>;
}

async function buildPage(): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    root: WEB,
    logLevel: 'silent',
    plugins: siteModules(),
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(WEB, 'test/media-page.ts'),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built');
  return new Map(bundle.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
}
