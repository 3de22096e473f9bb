import { expect, test } from 'vitest';
import { requestUrl } from './request-url.ts';

test.each([
  ['/ads?page=2', 'https://okolo.example/ads?page=2'],
  ['//', 'https://okolo.example//'],
  ['//evil.example/x', 'https://okolo.example//evil.example/x'],
  ['http://evil.example/x?y=1', 'https://okolo.example/x?y=1'],
  ['*', 'https://okolo.example/'],
  [undefined, 'https://okolo.example/'],
])('%s is %s', (url, expected) => {
  expect(requestUrl({ raw: { url } } as never, 'https://okolo.example').href).toBe(expected);
});

test('requests of one address share it, on each origin', () => {
  const request = { raw: { url: '/ads' } } as never;
  expect(requestUrl(request, 'https://okolo.example')).toBe(requestUrl(request, 'https://okolo.example'));
  expect(requestUrl(request, 'https://other.example').href).toBe('https://other.example/ads');
});
