import { expect, test } from 'vitest';
import { fileCycles, folderCycles, importsOf, violations } from './import-rules.ts';

test('imports of all kinds are seen', () => {
  const source = `import a from './a.ts';
import type { B } from '@app/contract/market/ads';
import './style.css';
export { c } from '../users/users.public.ts';
const d = await import('zod');`;
  expect(importsOf('server/src/market/ads/x.ts', source).map(({ to }) => to)).toEqual([
    'server/src/market/ads/a.ts',
    'contract/src/market/ads.ts',
    'server/src/market/ads/style.css',
    'server/src/market/users/users.public.ts',
    'zod',
  ]);
});

test('imports of types only are marked', () => {
  const source = `import type { A } from './a.ts';
import { type B, b } from './b.ts';
export type { C } from './c.ts';`;
  expect(importsOf('web/app/market/ads/x.ts', source).map(({ isType }) => isType)).toEqual([true, false, true]);
});

const AD = 'server/src/market/ads/create-ad.ts';

test.each([
  ['contract/src/market/ads.ts', 'pg', 'the contract imports zod only'],
  ['web/app/market/ads/card.tsx', 'server/src/market/ads/ads.queries.ts', 'web and server never import each other'],
  ['server/src/site/site.ts', 'web/app/root.tsx', 'web and server never import each other'],
  [AD, 'server/src/staff/feedback/feedback.public.ts', 'a wing imports only itself and the wings below it'],
  ['web/app/people/users/card.tsx', 'web/app/market/ads/card.tsx', 'a wing imports only itself and the wings below it'],
  ['web/app/ui/button.tsx', 'web/app/market/ads/card.tsx', 'ui imports platform and itself only'],
  ['web/app/ui/button.tsx', 'web/app/root.tsx', 'ui imports platform and itself only'],
  ['web/app/platform/call.ts', 'web/app/root.tsx', 'platform imports no domain and not the composition root'],
  [AD, 'server/src/people/users/users.queries.ts', 'another domain is reached through its .public.ts'],
  [AD, 'server/src/market/favorites/favorites.queries.ts', 'another domain is reached through its .public.ts'],
  [AD, 'server/src/app.ts', 'domains do not import the composition root'],
  ['web/app/market/ads/card.tsx', 'web/app/pages/slots.ts', 'domains do not import the composition root'],
])('%s may not import %s', (from, to, message) => {
  expect(violations([{ from, to }])).toEqual([`${from} imports ${to}: ${message}`]);
});

test('platform imports no domain', () => {
  const [from, to] = ['server/src/platform/http/bind.ts', 'server/src/market/ads/ads.public.ts'];
  expect(violations([{ from, to }])).toContain(
    `${from} imports ${to}: platform imports no domain and not the composition root`,
  );
});

test.each([
  [AD, 'server/src/people/users/users.public.ts'],
  [AD, 'server/src/market/ads/search/ad-filters.ts'],
  [AD, 'server/src/platform/failure.ts'],
  ['server/src/app.ts', 'server/src/market/ads/ads.routes.ts'],
  ['web/app/ui/frame/header.tsx', 'web/app/platform/i18n.tsx'],
  ['web/app/pages/ad-page.tsx', 'web/app/staff/feedback/feedback-block.tsx'],
  ['contract/src/market/ads.ts', 'zod'],
])('%s may import %s', (from, to) => {
  expect(violations([{ from, to }])).toEqual([]);
});

const card = 'web/app/market/ads/card.tsx';
const follow = 'web/app/market/follows/page/follow.tsx';
const person = 'web/app/people/users/person.tsx';

test('a cycle of folders is found, however long, and named once', () => {
  const imports = [
    { from: card, to: follow },
    { from: 'web/app/market/follows/follows.ts', to: person },
    { from: person, to: 'web/app/market/ads/list/list.tsx' },
    { from: person, to: 'web/app/platform/call.ts' },
  ];
  expect(folderCycles(imports)).toEqual([
    'web/app/market/ads, web/app/market/follows, web/app/people/users: folders import each other in a cycle',
  ]);
});

test('platform and ui of the site are one folder each', () => {
  const imports = [
    { from: 'web/app/platform/signed-out.ts', to: 'web/app/ui/toast/toast.ts' },
    { from: 'web/app/ui/notice.tsx', to: 'web/app/platform/i18n.tsx' },
  ];
  expect(folderCycles(imports)).toEqual(['web/app/platform, web/app/ui: folders import each other in a cycle']);
});

test('types, tests and the folders inside a domain form no cycle', () => {
  const imports = [
    { from: card, to: follow },
    { from: follow, to: card, isType: true },
    { from: 'web/app/market/follows/follow.test.tsx', to: card },
    { from: card, to: 'web/app/market/ads/list/list.tsx' },
    { from: 'web/app/market/ads/list/list.tsx', to: card },
  ];
  expect(folderCycles(imports)).toEqual([]);
});

test('files that import values of each other, if only through others, are named in their order', () => {
  const [a, b, c] = ['bench/a.ts', 'bench/b.ts', 'bench/c.ts'];
  const chain = [
    { from: a, to: b },
    { from: b, to: c },
    { from: b, to: 'zod' },
  ];
  expect(fileCycles([...chain, { from: c, to: a, isType: true }])).toEqual([]);
  expect(fileCycles([...chain, { from: c, to: a }])).toEqual([
    'bench/a.ts → bench/b.ts → bench/c.ts → bench/a.ts: files import each other in a cycle',
  ]);
  expect(fileCycles([{ from: a, to: a }])).toEqual(['bench/a.ts → bench/a.ts: files import each other in a cycle']);
});
