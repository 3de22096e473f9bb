import { expect, test } from 'vitest';
import { startScriptsLate } from './late-scripts.ts';

const PAGE =
  '<head><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/react.js"/></head>' +
  '<script type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n' +
  '  \n  window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/entry.js");</script>';

test('scripts of a page start after it has loaded, with the same modules', () => {
  const { html, scripts } = startScriptsLate({ html: PAGE, scripts: ['scheme()'] });
  expect(scripts[0]).toBe('scheme()');
  expect(html).toContain(`<script>${scripts[1]}</script>`);
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('["/assets/entry.js","/assets/react.js"]');
  expect(html).toContain('import("/assets/manifest.js"),import("/assets/root.js")');
  expect(html).toContain('window.__reactRouterRouteModules={"root":route0};return import("/assets/entry.js")');
});

test('markup it does not know stays as it is', () => {
  const html = '<script type="module">import "/assets/entry.js"</script>';
  expect(startScriptsLate({ html, scripts: [] })).toEqual({ html, scripts: [] });
});
