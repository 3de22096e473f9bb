import { expect, test } from 'vitest';
import { parseAwayAddress } from './away-address.ts';

test('an address of a site is shown by its host', () => {
  expect(parseAwayAddress('https://example.com:8443/a?b=c#d')).toEqual({
    href: 'https://example.com:8443/a?b=c#d',
    host: 'example.com:8443',
    isOdd: false,
    isSecure: true,
  });
  expect(parseAwayAddress('http://example.com')?.isSecure).toBe(false);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:a@example.com',
  'blob:https://example.com/1',
  '//example.com',
  '/ad/7',
  'example.com',
  '',
  'https://',
  `https://example.com/${'a'.repeat(5000)}`,
])('%s does not lead anywhere', (to) => {
  expect(parseAwayAddress(to)).toBeNull();
});

test('letters of other alphabets are uncovered', () => {
  expect(parseAwayAddress('https://аpple.com/')).toMatchObject({ host: 'xn--pple-43d.com', isOdd: true });
});

test('a name before the host does not hide it', () => {
  expect(parseAwayAddress('https://bank.example:pass@evil.example/login')).toMatchObject({
    href: 'https://evil.example/login',
    host: 'evil.example',
  });
});
