import { test } from '../support/test.ts';

for (const [what, event, code] of [
  ['a request', 'request', "fetch('https://canary.invalid/').catch(() => {})"],
  ['a socket', 'websocket', "new WebSocket('wss://canary.invalid/') && undefined"],
] as const) {
  test(`${what} to another host fails a journey`, async ({ page, watch }) => {
    test.fail();
    watch.allow(/^error /);
    await page.goto('about:blank');
    // The journey ends after it was told, not before.
    const told = page.waitForEvent(event as 'request');
    await page.evaluate(code);
    await told;
  });
}
