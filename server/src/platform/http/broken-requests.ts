import type { Socket } from 'node:net';
import { DEFAULT_LANGUAGE } from '@app/contract/platform/languages';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type { Texts } from '../texts.ts';
import { toErrorResponse } from './error-response.ts';
import { requestLanguage } from './request/request-key.ts';

const invalid = () => new Failure('invalid_input');
const HEADERS = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };

/** An address of this site that contains raw UTF-8, as curl and some bots send it: the parser of Node refuses it. */
const RAW_ADDRESS = /^(?:GET|HEAD) (\/(?![/\\])[\x21-\xff]*) HTTP\/1\.[01]\r\n/;

function escapedAddress(packet: unknown): string | undefined {
  const address = packet instanceof Buffer ? RAW_ADDRESS.exec(packet.toString('latin1'))?.[1] : undefined;
  const escaped = address?.replace(/[\x7f-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return escaped === address ? undefined : escaped;
}

export function createBrokenRequestHandlers(texts: Texts) {
  return {
    frameworkErrors(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
      const { status, body } = toErrorResponse(invalid(), texts, requestLanguage(request.raw));
      reply
        .code(status)
        .headers({ ...HEADERS, 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
        .send(body);
    },

    clientErrorHandler(error: ConnectionError, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      // Writing an error into a response that has started would corrupt it.
      if (!socket.writable || socket.bytesWritten > 0) {
        socket.destroy();
        return;
      }
      const location = error.code === 'HPE_INVALID_URL' ? escapedAddress(error.rawPacket) : undefined;
      if (location !== undefined) {
        socket.end(
          `HTTP/1.1 308 Permanent Redirect\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        );
        return;
      }
      const body = JSON.stringify(toErrorResponse(invalid(), texts, DEFAULT_LANGUAGE).body);
      const headers = Object.entries({ ...HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' });
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`);
    },
  };
}
