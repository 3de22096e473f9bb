import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { registerSocketDocs } from '../live/socket-docs.ts';

const SWAGGER_UI = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Около · API</title>
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css">
</head>
<body>
<p><a href="/api/docs/sockets">Sockets</a></p>
<main id="reference"></main>
<script src="/api/docs/files/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

// "Try it" uses the reader's own session, so it has to send the CSRF token as the site does.
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor(request) {
    const token =
      /(?:^|; )__Host-csrftoken=([^;]+)/.exec(document.cookie) ?? /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
    if (token) request.headers['X-CSRFToken'] = decodeURIComponent(token[1]);
    return request;
  },
});`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export function registerApiDocs(app: FastifyInstance, publicUrl: string): void {
  registerSocketDocs(app, publicUrl);
  app.register(fastifyStatic, {
    root: SWAGGER_UI,
    prefix: '/api/docs/files/',
    decorateReply: false,
    index: false,
    allowedPath: (file) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(file),
  });
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
}
