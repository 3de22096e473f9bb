import { expect, test } from 'vitest';
import { importsOf, violations } from './import-rules.ts';

test('imports of all kinds are seen', () => {
  const source = `import a from './a.ts';
import type { B } from '@app/contract/market/ads';
import './style.css';
export { c } from '../users/users.public.ts';
const d = await import('zod');`;
  expect(importsOf('server/src/ads/x.ts', source).map(({ to }) => to)).toEqual([
    'server/src/ads/a.ts',
    'contract/src/ads.ts',
    'server/src/ads/style.css',
    'server/src/users/users.public.ts',
    'zod',
  ]);
});

test.each([
  ['contract/src/ads.ts', 'pg', 'the contract imports zod only'],
  ['web/app/ads/ads-page.tsx', 'server/src/ads/ads.queries.ts', 'web and server never import each other'],
  ['server/src/site/site.ts', 'web/app/root.tsx', 'web and server never import each other'],
  ['server/src/platform/bind.ts', 'server/src/ads/ads.public.ts', 'platform and ui import no domain'],
  ['web/app/platform/call.ts', 'web/app/ads/ad-card.tsx', 'platform and ui import no domain'],
  [
    'server/src/ads/create-ad.ts',
    'server/src/users/users.queries.ts',
    'another domain is reached through its .public.ts',
  ],
  ['server/src/ads/create-ad.ts', 'server/src/app.ts', 'domains do not import the composition root'],
])('%s may not import %s', (from, to, message) => {
  expect(violations([{ from, to }])).toEqual([`${from} imports ${to}: ${message}`]);
});

test.each([
  ['server/src/ads/create-ad.ts', 'server/src/users/users.public.ts'],
  ['server/src/ads/create-ad.ts', 'server/src/platform/failure.ts'],
  ['server/src/ads/create-ad.ts', 'server/src/services.ts'],
  ['server/src/app.ts', 'server/src/ads/ads.routes.ts'],
  ['contract/src/ads.ts', 'zod'],
])('%s may import %s', (from, to) => {
  expect(violations([{ from, to }])).toEqual([]);
});
