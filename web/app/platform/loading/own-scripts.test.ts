import { expect, test } from 'vitest';
import { extractOwnScripts } from './own-scripts.ts';

test('only scripts that carry the mark are ours, and the mark leaves the page', () => {
  const page =
    '<script nonce="m1">one()</script><link rel="modulepreload" nonce="m1" href="/a.js"/>' +
    '<p><script>smuggled()</script></p><script nonce="guess">guessed()</script>' +
    '<script type="module" nonce="m1" async="">two()</script><script nonce="m1" src="/b.js"></script>';
  expect(extractOwnScripts(page, 'm1')).toEqual({
    html:
      '<script>one()</script><link rel="modulepreload" href="/a.js"/>' +
      '<p><script>smuggled()</script></p><script nonce="guess">guessed()</script>' +
      '<script type="module" async="">two()</script><script src="/b.js"></script>',
    scripts: ['one()', 'two()'],
  });
});
