import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import type { ConnectionOptions } from 'node:tls';

const ANSWER_MS = 15_000;

interface NodeRequest {
  method: string;
  authorization: string;
  body?: object | undefined;
  trust: ConnectionOptions;
}

export interface NodeResponse {
  status: number;
  isOk: boolean;
  body: IncomingMessage;
  json(): Promise<unknown>;
}

/** Asks a media node, and follows no redirect. What of the response is not read has to be resumed. */
export function requestNode(url: string, { method, authorization, body, trust }: NodeRequest): Promise<NodeResponse> {
  const send = url.startsWith('https:') ? requestTls : requestPlain;
  const signal = AbortSignal.timeout(ANSWER_MS);
  return new Promise((resolve, reject) => {
    const request = send(url, { ...trust, method, headers: { authorization }, signal, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      resolve({
        status,
        isOk: status >= 200 && status < 300,
        body: response,
        json: async () => JSON.parse(await text(response)),
      });
    });
    request.end(body && JSON.stringify(body));
  });
}
