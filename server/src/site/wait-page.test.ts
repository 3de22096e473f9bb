import { createHash } from 'node:crypto';
import { LANGUAGES } from '@app/contract/platform/languages';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { texts } from '../platform/texts.ts';
import { waitPage } from './wait-page.ts';

const asking = (headers: Record<string, string>, url = '/ads', method = 'GET') =>
  ({ method, headers, raw: { url } }) as unknown as FastifyRequest;
const NAVIGATION = asking({ 'sec-fetch-mode': 'navigate' });
const away = { status: 503, retryAfter: 7 };

test('only navigations get the page, and only where waiting helps', () => {
  const isPage = (request: FastifyRequest, refusal = away) => waitPage(request, refusal, texts, 'ru') !== undefined;
  expect(isPage(NAVIGATION)).toBe(true);
  expect(isPage(NAVIGATION, { status: 429, retryAfter: 7 })).toBe(true);
  expect(isPage(NAVIGATION, { status: 404, retryAfter: 7 })).toBe(false);
  expect(isPage(asking({ accept: 'text/html' }))).toBe(true);
  expect(isPage(asking({ accept: 'text/html' }, '/api/boards'))).toBe(false);
  expect(isPage(asking({ accept: 'text/html' }, '/ads', 'POST'))).toBe(false);
  expect(isPage(asking({ accept: 'application/json' }))).toBe(false);
  expect(isPage(asking({ 'sec-fetch-mode': 'cors', accept: 'text/html' }))).toBe(false);
});

test.each(LANGUAGES)('the page allows its own script only and says everything in the language %s', (lang) => {
  const page = waitPage(NAVIGATION, away, texts, lang);
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page?.body ?? '') ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(page?.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
  expect(page?.headers['retry-after']).toBe('7');
  expect(page?.body).toContain(`<h1>${texts.t(lang, 'frame.away.title')}</h1>`);
  expect(page?.body).toMatch(/<p>.*<time id="left" role="timer">0:07<\/time>.*<\/p>/);
  expect(page?.body).not.toContain('frame.');
});
