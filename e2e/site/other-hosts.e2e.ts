import { test } from '../support/test.ts';

for (const [what, code] of [
  ['a request', "fetch('https://canary.invalid/').catch(() => {})"],
  ['a socket', "new WebSocket('wss://canary.invalid/') && undefined"],
] as const) {
  test(`${what} to another host fails a journey`, async ({ page, watch }) => {
    test.fail();
    watch.allow(/^error /);
    await page.goto('about:blank');
    await page.evaluate(code);
  });
}
