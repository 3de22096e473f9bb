import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { PublicNetwork } from '../src/platform/public-fetch/fetch-public.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** An address of the public internet, which nothing is ever sent to. */
export const PUBLIC_ADDRESS = '93.184.215.14';

/**
 * A website on loopback with a network in which every name leads to it. The checks of addresses see what `addresses`
 * says of a name, else a public address.
 */
export async function startPageServer() {
  const pages = new Map<string, Respond>();
  const addresses = new Map<string, readonly string[]>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const respond = pages.get(`${request.headers.host}${request.url}`);
    if (respond === undefined) response.writeHead(404).end();
    else respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const network: PublicNetwork = {
    resolve: async (hostname) => addresses.get(hostname) ?? [PUBLIC_ADDRESS],
    connect: () => connect(port, '127.0.0.1'),
  };
  return {
    network,
    addresses,
    requests,
    /** `place`: host and path. */
    serve(place: string, respond: Respond): void {
      pages.set(place, respond);
    },
    html(place: string, html: string | Buffer, contentType = 'text/html; charset=utf-8'): void {
      pages.set(place, (_, response) => response.writeHead(200, { 'content-type': contentType }).end(html));
    },
    redirect(place: string, location: string, status = 302): void {
      pages.set(place, (_, response) => response.writeHead(status, { location }).end());
    },
    asked: (): string[] => requests.map(({ headers, url }) => `${headers.host}${url}`),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
