import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { reportPort } from './child-server.ts';

/** Baseline of file transfers: node:http between the socket and one file on disk, with Node's defaults. */
export interface BareStreamsOptions {
  source: string;
  target: string;
}

const { source, target } = JSON.parse(process.env.BENCH_SERVER ?? '{}') as BareStreamsOptions;

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const { size } = await stat(source);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(first ?? 0), Number(last ?? size - 1)];
    response.writeHead(first === undefined ? 200 : 206, { 'content-length': end - start + 1 });
    await pipeline(createReadStream(source, { start, end }), response);
    return;
  }
  await pipeline(request, createWriteStream(target));
  response.writeHead(204).end();
});
server.listen(0, '127.0.0.1', () => {
  reportPort((server.address() as AddressInfo).port, async () => void server.close());
});
