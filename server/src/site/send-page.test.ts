import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublicCache } from '../platform/http/public-cache.ts';
import { sendPage } from './send-page.ts';

const SCRIPT = 'document.title=1';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  const cache = createPublicCache();
  app.get<{ Params: { whose: string } }>('/:whose', (request, reply) => {
    const page = Object.assign(new Response(null), { html: '<h1>Ad</h1>', scripts: [SCRIPT] });
    page.headers.set('content-type', 'text/html; charset=utf-8');
    const { whose } = request.params;
    return sendPage(request as FastifyRequest, reply, page, whose === 'own' ? null : cache, []);
  });
  await app.ready();
});
afterAll(() => app.close());

test('a page of a signed-in person is kept nowhere, that of guests is asked for again', async () => {
  const cacheControl = async (whose: string) => (await app.inject(`/${whose}`)).headers['cache-control'];
  expect([await cacheControl('own'), await cacheControl('public')]).toEqual(['private, no-store', 'no-cache']);
});

test('a page runs its own scripts only, sends forms nowhere else and stands in no frame', async () => {
  const policy = String((await app.inject('/public')).headers['content-security-policy']);
  const directives = Object.fromEntries(policy.split('; ').map((one) => one.split(/ (.*)/, 2)));
  expect(directives).toMatchObject({
    'default-src': "'self'",
    'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
});
