import fc from 'fast-check';
import {
  bodyOf,
  encodeValue,
  hostile,
  hostileSegment,
  inputOf,
  rarely,
  type Schema,
  spellOut,
} from './hostile-input.ts';

const BOUNDARY = 'okolo-fuzz';

/** Who sends a request. `nobody` has no session. */
export const SENDERS = ['nobody', 'person', 'subscriber', 'manager', 'superuser'] as const;
export type Sender = (typeof SENDERS)[number];

/** An operation of the OpenAPI document. */
export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

export interface HostileRequest {
  who: Sender;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** Operations of an OpenAPI document. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** Whether a call may end the session that it comes with, so that it needs a session of its own. */
export const endsSession = ({ method, path }: Operation): boolean => /logout|refresh/.test(path) || method === 'DELETE';

export function requestTo(operation: Operation, picture: Buffer): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      who: fc.constantFrom(...SENDERS),
      url: addressOf(operation),
      body: bodyFor(operation, picture),
      headers: strangeHeaders,
    })
    .map(({ who, url, body, headers }) => ({
      who,
      method: operation.method,
      url,
      ...body,
      headers: { ...headers, ...body.headers },
    }));
}

function addressOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const segments = path.split('/').map((part) => {
    const [, wanted, ending = ''] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
    if (wanted === undefined) return fc.constant(part);
    const schema = parameters.find(({ name }) => name === wanted)?.schema ?? {};
    return fc
      .oneof(
        { weight: 3, arbitrary: inputOf(schema, wanted).map((value) => encodeValue(value) || '%20') },
        { weight: 1, arbitrary: hostileSegment },
      )
      .map((value) => value + ending);
  });
  const pair = ({ name, schema }: Operation['parameters'][number]) =>
    inputOf(schema, name).map((value) => `${name}=${encodeValue(value)}`);
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = fc.tuple(...known.map((parameter) => fc.option(pair(parameter), { freq: 3 })));
  const strange = rarely(
    5,
    fc.oneof(
      fc.constantFrom(
        '__proto__[x]=1',
        'a[b][c]=1',
        '%ff=%ff',
        '&&&',
        '=',
        '%',
        'search=%E0%A4%A',
        'size=1&size=2&size=3',
      ),
      ...known.map((parameter) => fc.tuple(pair(parameter), pair(parameter)).map((both) => both.join('&'))),
      hostile.map((value) => `x=${encodeValue(value)}`),
    ),
  );
  return fc.tuple(fc.tuple(...segments), pairs, strange).map(([parts, given, odd]) => {
    const query = [...given, odd].filter((text) => text !== null && text !== undefined).join('&');
    return query === '' ? parts.join('/') : `${parts.join('/')}?${query}`;
  });
}

type Body = Pick<HostileRequest, 'payload'> & { headers: Record<string, string> };

function bodyFor({ method, requestBody }: Operation, picture: Buffer): fc.Arbitrary<Body> {
  const none = fc.constant<Body>({ headers: {} });
  const schema = requestBody?.content['application/json']?.schema ?? {};
  const json = bodyOf(schema).map(
    (value): Body => ({
      payload: spellOut(JSON.stringify(value) ?? 'null'),
      headers: { 'content-type': 'application/json' },
    }),
  );
  const broken = fc
    .tuple(
      fc.constantFrom(
        '',
        '{',
        '{"a":1,}',
        '[1',
        'null',
        '"x"',
        '\ufeff{}',
        '{"__proto__":1}',
        'a=1&a=2',
        '%',
        '\0',
        `[${'['.repeat(50_000)}`,
      ),
      fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'text/html',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${BOUNDARY}`,
        'multipart/mixed; boundary=x',
        'image/png',
        ';',
        'application/json, text/plain',
      ),
    )
    .map(([payload, type]): Body => ({ payload, headers: { 'content-type': type } }));
  if (method === 'GET') return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: broken });
  const form = bodyOf(schema).map(
    (value): Body => ({
      payload: Object.entries(Object(value) as object)
        .map(([name, field]) => `${encodeValue(name)}=${encodeValue(field)}`)
        .join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  return fc.oneof(
    { weight: 10, arbitrary: json },
    { weight: 2, arbitrary: form },
    { weight: 2, arbitrary: multipart(requestBody?.content['multipart/form-data']?.schema ?? schema, picture) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: none },
  );
}

function multipart(schema: Schema, picture: Buffer): fc.Arbitrary<Body> {
  const file = fc.record({
    field: fc.constantFrom('photo', 'board_photo[]', 'board_photo', 'board_photo[7]', '__proto__', ''),
    name: fc.constantFrom('a.png', '', '../../a.png', 'я".png', 'a'.repeat(5000)),
    type: fc.constantFrom('image/png', 'text/html', 'application/octet-stream', 'nonsense'),
    bytes: fc.constantFrom('picture', '', '<svg onload=alert(1)>', 'GIF89a', '\0'.repeat(300)),
  });
  const shape = fc.record({
    values: bodyOf(schema),
    files: fc.array(file, { maxLength: 4 }),
    cut: rarely(4, fc.integer({ min: 1, max: 200 })),
  });
  return shape.map(({ values, files, cut }) => {
    const part = (head: string, bytes: Buffer): Buffer[] => [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ];
    const chunks = [
      ...Object.entries(Object(values) as object).flatMap(([name, value]) =>
        part(
          `Content-Disposition: form-data; name="${name}"`,
          Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
        ),
      ),
      ...files.flatMap(({ field, name, type, bytes }) =>
        part(
          `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`,
          bytes === 'picture' ? picture : Buffer.from(bytes),
        ),
      ),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ];
    const whole = Buffer.concat(chunks);
    return {
      payload: cut === null ? whole : whole.subarray(0, Math.max(0, whole.length - cut)),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    };
  });
}

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record({
    'idempotency-key': rarely(3, fc.constantFrom('a', 'b', 'c', 'я', '', 'x'.repeat(5000), '__proto__')),
    'accept-language': rarely(20, fc.constantFrom('ru', 'ko;q=0.5,*', ',,;q=x', 'q'.repeat(3000))),
    cookie: rarely(
      20,
      fc.constantFrom('lang=xx', 'token=; csrftoken=', 'token=%E0%A4%A; lang=en', 'a'.repeat(3000), 'grant=%00'),
    ),
    'x-csrftoken': rarely(20, fc.constantFrom('', 'x', 'я')),
    'sec-fetch-site': rarely(20, fc.constantFrom('same-origin', 'cross-site', 'nonsense')),
    origin: rarely(20, fc.constantFrom('null', 'http://', 'http://localhost:3000', 'x y')),
    'accept-encoding': rarely(20, fc.constantFrom('br', 'gzip;q=0', '*')),
  })
  .map((headers) =>
    Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)),
  );
