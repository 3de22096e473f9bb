import { CLOSE_CODES, SOCKET_FRAME_MAX_BYTES, SOCKET_MESSAGES_PER_SECOND_MAX } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../escape-html.ts';
import { describeSockets, type Message, type SocketsDocument } from './asyncapi.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 960px; margin: 0 auto; padding: 16px; }
pre { overflow-x: auto; padding: 12px; border: 1px solid; border-radius: 8px; font-size: 14px; }
summary { cursor: pointer; padding: 8px 0; }
code { overflow-wrap: anywhere; }`;

/** Serves the description of the sockets as an AsyncAPI document, and as a page made of it. */
export function registerSocketDocs(app: FastifyInstance, publicUrl: string): void {
  let document: SocketsDocument | undefined;
  const describe = (): SocketsDocument => {
    document ??= describeSockets(app.sockets, publicUrl);
    return document;
  };
  app.get('/api/asyncapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(JSON.stringify(describe())),
  );
  app.get('/api/docs/sockets', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(pageOf(describe())),
  );
}

function pageOf({ info, channels, operations }: SocketsDocument): string {
  const sections = Object.entries(channels).map(([name, { address, description, messages }]) => {
    const partOf = (operation: string, title: string): string => {
      const { messages: known = [] } = operations[operation] ?? {};
      const items = known.flatMap(({ $ref }) => messages[$ref.split('/messages/')[1] ?? ''] ?? []);
      return `<h3>${title}</h3>\n${items.map(describeMessage).join('\n')}`;
    };
    return `<section id="${escapeHtml(name)}">
<h2><code>${escapeHtml(address)}</code></h2>
<p>${escapeHtml(description)}</p>
${partOf(`${name}Receive`, 'Clients send')}
${partOf(`${name}Send`, 'The server sends')}
</section>`;
  });
  const codes = Object.entries(CLOSE_CODES).map(([name, code]) => `<li><code>${code}</code> ${escapeHtml(name)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Около · Sockets</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sockets</h1>
<p>${escapeHtml(info.description)} Frames are JSON texts of at most ${SOCKET_FRAME_MAX_BYTES} bytes, told apart by <code>type</code>; a person may send
${SOCKET_MESSAGES_PER_SECOND_MAX} a second. Messages of unknown types are passed over. The same as <a href="/api/asyncapi.json">AsyncAPI</a>; <a href="/api/docs">calls</a>.</p>
<h2>Close codes</h2>
<ul>
${codes.join('\n')}
</ul>
${sections.join('\n')}
</main>
</body>
</html>`;
}

const describeMessage = ({ name, payload }: Message): string =>
  `<details><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(JSON.stringify(payload, null, 2))}</pre></details>`;
