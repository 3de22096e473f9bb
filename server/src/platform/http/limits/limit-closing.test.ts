import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitClosing } from './limit-closing.ts';

test('a client that never ends its request does not keep the server from closing', async () => {
  const app = fastify();
  limitClosing(app, 50);
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => {
    body.resume().on('end', () => done(null));
  });
  app.post('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const connected = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  app.server.once('request', () => connected.resolve());
  const endless = request({ port, method: 'POST', headers: { 'content-type': 'application/octet-stream' } });
  endless.on('error', () => cut.resolve());
  endless.write('a');
  await connected.promise;
  await Promise.all([app.close(), cut.promise]);
  expect(app.server.listening).toBe(false);
});
