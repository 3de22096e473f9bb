import { type APIRequestContext, expect } from '@playwright/test';
import { SCREENS, test } from '../screens/screens.ts';

const PAGES = [
  { address: '/', type: 'ItemList' },
  { address: '/?category=1', type: 'ItemList' },
  { address: '/ad/1', type: 'Product' },
  { address: '/policy' },
];

function attribute(html: string, mark: string, name: string): string {
  const tag = new RegExp(`<(?:meta|link)[^>]*${mark}[^>]*>`).exec(html)?.[0] ?? '';
  return new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

async function read(request: APIRequestContext, address: string): Promise<string> {
  const answer = await request.get(address);
  expect(answer.status(), address).toBe(200);
  return answer.text();
}

for (const { address, type } of PAGES) {
  test(`${address} tells search engines and social networks what it is`, async ({ request, baseURL }) => {
    const html = await read(request, address);
    expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).toMatch(/\S.{10,} · Около$/);
    expect(attribute(html, 'name="description"', 'content').length).toBeGreaterThan(40);
    expect(attribute(html, 'rel="canonical"', 'href')).toBe(`${baseURL}${address}`);
    expect(html).not.toContain('noindex');
    expect(attribute(html, 'property="og:title"', 'content')).not.toBe('');
    expect(html.match(/<h1/g)).toHaveLength(1);
    if (type === undefined) return;

    const image = await request.get(attribute(html, 'property="og:image"', 'content'));
    expect(image.status()).toBe(200);
    expect(image.headers()['content-type']).toMatch(/^image\//);
    const json = /<script type="application\/ld\+json"[^>]*>(.+?)<\/script>/s.exec(html)?.[1];
    expect(JSON.parse(json ?? '')).toMatchObject({ '@context': 'https://schema.org', '@type': type });
  });
}

test('search results and personal pages stay out of search engines', async ({ request }) => {
  for (const address of ['/?search=гитара', '/auth', '/friend?friend_id=2']) {
    expect(await read(request, address), address).toContain('content="noindex');
  }
});

test('the map of the site names the list, the documents and every ad, and the robots’ page names the map', async ({
  request,
  baseURL,
}) => {
  const robots = await read(request, '/robots.txt');
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const parts = [...(await read(request, '/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, part]) => part ?? '',
  );
  expect(parts.length).toBeGreaterThan(1);
  const pages: string[] = [];
  for (const part of parts) {
    pages.push(...[...(await read(request, part)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page]) => page ?? ''));
  }
  expect(pages).toContain(`${baseURL}/`);
  expect(pages).toContain(`${baseURL}/policy`);
  expect(pages).toContain(`${baseURL}/ad/1`);
  expect(pages.filter((page) => page.includes('/ad/')).length).toBeGreaterThan(300);
  // Fixed pages, because the newest ads belong to other tests, which delete them.
  for (const page of [`${baseURL}/`, `${baseURL}/ad/1`]) await read(request, page);
});

test('an ad that was taken down answers that it is gone, with others of its kind', async ({ page, stage, watch }) => {
  watch.allow(/the server responded with a status of 410/);
  const answer = await page.goto(`/ad/${stage.archivedAd}`);
  expect(answer?.status()).toBe(410);
  expect(await answer?.text()).toContain('noindex');
  await expect(page.getByRole('heading', { name: 'Похожие объявления' })).toBeVisible();
  await expect(page.getByText('Переноска для кошки, мягкая')).toBeVisible();
});

test('every page has a title of its own', async ({ request }) => {
  const titles = new Map<string, string>();
  const documents = SCREENS.filter(({ name }) => name.startsWith('document-'));
  for (const { address } of documents) {
    if (typeof address !== 'string') throw new Error('a document has one address for everybody');
    const title = /<title>([^<]+)<\/title>/.exec(await read(request, address))?.[1] ?? '';
    expect(titles.get(title), `${address} is named as ${titles.get(title)}`).toBeUndefined();
    titles.set(title, address);
  }
  expect(titles.size).toBe(documents.length);
  expect(documents.length).toBeGreaterThanOrEqual(9);
});
