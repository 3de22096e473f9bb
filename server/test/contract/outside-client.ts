import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Actor, World } from '../world.ts';
import { REFUSAL } from './spec-shapes.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Spelling = 'json' | 'urlencoded' | 'multipart';
type Values = Readonly<Record<string, string | number | boolean | null>>;

export interface Picture {
  field: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Sent {
  as?: Actor | null;
  /**
   * `bearer` sends the token itself; `browser` sends cookies and the CSRF header; `forged browser` omits that header.
   */
  by?: 'bearer' | 'browser' | 'forged browser';
  body?: Values;
  spelling?: Spelling;
  files?: readonly Picture[];
  headers?: Record<string, string>;
}

export interface Received {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface OutsideClient {
  send(verb: Verb, address: string, sent?: Sent): Promise<Received>;
  succeed(verb: Verb, address: string, sent?: Sent): Promise<Received>;
  refused(verb: Verb, address: string, sent: Sent, status: number, code?: string): Promise<Received>;
  origin: string;
}

const CSRF = 'csrf-of-an-outside-client';

export async function createOutsideClient(world: World): Promise<OutsideClient> {
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const send: OutsideClient['send'] = async (
    verb,
    address,
    { as = null, by = 'bearer', body, spelling, files, headers = {} } = {},
  ) => {
    const response = await fetch(`${origin}${address}`, {
      method: verb,
      headers: { ...credentials(as, by), ...contentType(body, spelling, files), ...headers },
      body: write(body, spelling, files),
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Received['body'] };
  };
  return {
    origin,
    send,
    async succeed(verb, address, sent) {
      const answer = await send(verb, address, sent);
      expect({ verb, address, ...answer }).toMatchObject({ status: 200 });
      return answer;
    },
    async refused(verb, address, sent, status, code) {
      const answer = await send(verb, address, sent);
      const body = { ...REFUSAL, ...(code !== undefined && { code }) };
      expect({ verb, address, ...answer }).toMatchObject({ status, body });
      return answer;
    },
  };
}

function credentials(as: Actor | null, by: Sent['by']): Record<string, string> {
  if (as === null) return {};
  if (by === 'bearer') return { authorization: `Bearer ${as.token}` };
  return {
    cookie: `token=${as.token}; csrftoken=${CSRF}`,
    ...(by === 'browser' && { 'x-csrftoken': CSRF }),
  };
}

function contentType(body: Sent['body'], spelling: Spelling = 'json', files: Sent['files']): Record<string, string> {
  return body !== undefined && files === undefined && spelling === 'json' ? { 'content-type': 'application/json' } : {};
}

function write(
  body: Sent['body'],
  spelling: Spelling = 'json',
  files: Sent['files'],
): string | URLSearchParams | FormData | undefined {
  if (body === undefined && files === undefined) return undefined;
  const texts = Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, String(value ?? '')]);
  if (spelling === 'multipart' || files !== undefined) {
    const form = new FormData();
    for (const [name, value] of texts) form.append(name, value);
    for (const { field, name, bytes } of files ?? []) form.append(field, new Blob([bytes]), name);
    return form;
  }
  return spelling === 'urlencoded' ? new URLSearchParams(texts) : JSON.stringify(body);
}
