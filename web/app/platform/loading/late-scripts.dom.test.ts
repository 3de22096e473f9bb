import { MOSCOW_LABELS } from '@app/contract/platform/time-zones';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startScriptsLate } from './late-scripts.ts';

const HEAD =
  '<head><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/react.js"/></head>';
const START =
  '<script type="module" async="">;\nimport * as route0 from "/assets/root.js";\n' +
  '  window.__reactRouterManifest = {\n  "routes": {\n    "root": {}\n  }\n};\n  window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/entry.js");</script>';
const PAGE = HEAD + START;

test.each(['loaded', 'needed'] as const)('scripts of a page start later, as the same module: %s', (start) => {
  const { html, scripts } = startScriptsLate({ html: PAGE, scripts: ['scheme()'] }, start);
  expect(scripts[0]).toBe('scheme()');
  expect(html).toContain(`<script>${scripts[1]}</script>`);
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('["/assets/entry.js","/assets/react.js"]');
  expect(html).toContain(START.replace('type="module"', 'type="late"'));
});

test('a page without a head stays as it is', () => {
  const html = '<script type="module">import "/assets/entry.js"</script>';
  expect(startScriptsLate({ html, scripts: [] }, 'needed')).toEqual({ html, scripts: [] });
});

const root = document.documentElement;
let seen: (isIntersecting: boolean) => void = () => {};

beforeEach(() => {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(onPaint: () => void) {
        onPaint();
      }
      observe(): void {}
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: object[]) => void) {
        seen = (isIntersecting) => onChange([{ isIntersecting }]);
      }
      observe(): void {}
    },
  );
  root.dataset.zone = 'Europe/Moscow';
  root.lang = 'ru';
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Runs the inline script in a page with this body; files that it asks for are links of the head. */
function openPage(body: string): () => boolean {
  const { html, scripts } = startScriptsLate({ html: HEAD + body + START, scripts: [] }, 'needed');
  document.body.innerHTML = html.slice(html.indexOf('</head>'));
  new Function(String(scripts[0]))();
  return () => document.head.querySelector('link[href="/assets/react.js"]') !== null;
}

const point = (at: Element | null, type: string, pointerType = 'mouse'): void =>
  void at?.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType }));

test('who reads and points at links starts nothing, a mouse over a button starts the scripts', () => {
  const isStarted = openPage('<p>Велосипед</p><a href="/ad/1">Открыть</a><button><i>♥</i></button>');
  for (const selector of ['p', 'a']) point(document.querySelector(selector), 'pointerover');
  window.dispatchEvent(new Event('scroll'));
  point(document.querySelector('i'), 'pointerover', 'touch');
  expect(isStarted()).toBe(false);
  point(document.querySelector('i'), 'pointerover');
  expect(isStarted()).toBe(true);
});

test.each([
  ['a press', () => document.querySelector('button')?.click()],
  [
    'the focus in a field',
    () => document.querySelector('input')?.dispatchEvent(new Event('focusin', { bubbles: true })),
  ],
  ['a key', () => window.dispatchEvent(new Event('keydown'))],
  ['a strip of photos that is moved', () => document.querySelector('div')?.dispatchEvent(new Event('scroll'))],
])('%s starts the scripts', (_, use) => {
  const isStarted = openPage('<div data-early-part=""></div><input><button>♥</button>');
  expect(isStarted()).toBe(false);
  use();
  expect(isStarted()).toBe(true);
});

test('a part that needs them starts the scripts when it is seen', async () => {
  const isStarted = openPage('<section data-needs-scripts=""></section>');
  seen(false);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isStarted()).toBe(false);
  seen(true);
  await expect.poll(isStarted).toBe(true);
});

test.each([
  ['favorites of a guest', () => localStorage.setItem('guest-favorites', '[1]')],
  ['another language', () => localStorage.setItem('lang', 'de')],
  ['a remembered place', () => Object.assign(root.dataset, { place: 'remembered' })],
])('what only the browser knows starts the scripts: %s', async (_, know) => {
  know();
  const isStarted = openPage('<p>Велосипед</p>');
  delete root.dataset.place;
  await expect.poll(isStarted).toBe(true);
});

test.each(Object.values(MOSCOW_LABELS))('a first visit from elsewhere turns Moscow clocks: %s', async (label) => {
  delete root.dataset.zone;
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-600);
  const isStarted = openPage(`<time>14:20\u00a0${label}</time>`);
  offset.mockRestore();
  await expect.poll(isStarted).toBe(true);
  expect(document.cookie).toContain('tz=');
});

test('dates alone, and clocks of Moscow in Moscow, stay as they are', async () => {
  delete root.dataset.zone;
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-180);
  const starts = [openPage('<time>14:20\u00a0МСК</time>')];
  offset.mockReturnValue(-600);
  starts.push(openPage('<time title="14:20\u00a0МСК">28.11.2026</time>'));
  offset.mockRestore();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(starts.map((isStarted) => isStarted())).toEqual([false, false]);
});
