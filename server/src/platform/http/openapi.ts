import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { COMMON_ERRORS, ERRORS, type ErrorCode } from '@app/contract/platform/errors';
import { PUBLISHING_CALLS } from '@app/contract/trust/sanctions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpointName } from './bind.ts';
import { changesState, isClosedWhileFrozen } from './guards.ts';

const ACCESS_DESCRIPTIONS: Record<AnyEndpoint['access'], string> = {
  public: 'Everyone.',
  user: 'Signed-in people.',
  paid: 'People with a running subscription.',
  staff: 'Staff.',
  superuser: 'Superusers.',
};

const ACCESS_ERRORS: Record<AnyEndpoint['access'], readonly ErrorCode[]> = {
  public: [],
  user: ['unauthorized', 'second_factor_missing'],
  paid: ['unauthorized', 'second_factor_missing', 'subscription_required'],
  staff: ['unauthorized', 'forbidden', 'second_factor_missing'],
  superuser: ['unauthorized', 'forbidden', 'second_factor_missing'],
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => defineRequired(jsonSchema),
  }) as Record<string, unknown>;
  return json;
};

/** A record with fixed keys becomes an object with these properties: its keys would be required but not defined. */
function defineRequired(schema: z.core.JSONSchema.BaseSchema): void {
  const { required = [], properties, propertyNames, additionalProperties } = schema;
  if (propertyNames === undefined || properties !== undefined || required.length === 0) return;
  schema.properties = Object.fromEntries(
    required.map((name) => [name, additionalProperties as z.core.JSONSchema.BaseSchema]),
  );
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

export interface ApiSurroundings {
  publicUrl: string;
  /** What is found under each tag. */
  tags: ReadonlyMap<string, string>;
  /** Calls that are not bound from the contract, because a protocol of others defines them. */
  protocols: Paths;
}

function describeApi(
  endpoints: Iterable<AnyEndpoint>,
  downloads: readonly Download[],
  { publicUrl, tags, protocols }: ApiSurroundings,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const methods = paths[path] ?? {};
      methods[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, path);
      paths[path] = methods;
    }
  }
  for (const download of downloads)
    for (const path of download.paths) paths[path] = { ...paths[path], get: describeDownload(download, path) };
  for (const [path, methods] of Object.entries(protocols)) paths[path] = { ...paths[path], ...methods };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Около',
      version: '1',
      license: LICENSE,
      contact: { name: 'Около', url: `${publicUrl}/contacts` },
      description:
        'Every call of the product. Browsers sign in with cookies and send `X-CSRFToken` equal to the `csrftoken` cookie with each call that changes state; other clients send `Authorization: Bearer <token>`. Live events: `/api/docs/sockets`.',
    },
    servers: [
      { url: '/', description: 'Where this document was read.' },
      { url: publicUrl, description: 'The site.' },
    ],
    tags: [...new Set(Object.keys(paths).map(tagOf))].sort().map((name) => ({ name, description: tags.get(name) })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRFToken',
          description: 'The value of the cookie `csrftoken`: goes with the cookie `token`, not with a Bearer token.',
        },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const KEY_PARAMETER: object = parameter(
  'header',
  'Idempotency-Key',
  'Where something is created: a repeat with the same key and input within 24 hours gets the first result.',
  false,
);

const LICENSE = { name: 'GNU Affero General Public License v3.0', identifier: 'AGPL-3.0-only' };
/** Protocols under addresses of their own: `/whip` and `/whep` beside `/api/<tag>`. */
const tagOf = (path: string): string => path.split('/')[path.startsWith('/api/') ? 2 : 1] ?? 'api';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'The text to show, in the language of the request.' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function describeEndpoint(endpoint: AnyEndpoint, path: string): object {
  const open = endpoint.access === 'public';
  return {
    operationId: `${endpoint.method.toLowerCase()}${path.replace(/[^\w]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    description: endpoint.permission ? `Staff with \`${endpoint.permission}\`.` : ACCESS_DESCRIPTIONS[endpoint.access],
    tags: [tagOf(path)],
    security: securityOf(open, changesState(endpoint)),
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
      ...describeHeaders(endpoint),
    ],
    ...describeBody(endpoint),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } },
      ...describeErrors(declaredErrors(endpoint)),
    },
  };
}

const describeHeaders = (endpoint: AnyEndpoint): object[] =>
  changesState(endpoint) && !endpoint.readsOnly ? [KEY_PARAMETER] : [];

/** Alternatives: nobody where the call is open, a Bearer token, or the cookie, with the CSRF token where state changes. */
const securityOf = (isOpen: boolean, changes: boolean): object[] => [
  ...(isOpen ? [{}] : []),
  { bearer: [] },
  { cookie: [], ...(changes && { csrf: [] }) },
];

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function describeBody({ body, files, multipart }: AnyEndpoint): object {
  if (body === undefined && files === undefined) return {};
  const json = body === undefined ? { type: 'object' } : schemaOf(body, 'input');
  const content: Record<string, object> = {};
  if (body !== undefined) content['application/json'] = { schema: json };
  if (files !== undefined || multipart) {
    const binary = Object.entries(files ?? {}).map(([name, field]) => [
      name,
      {
        type: 'array',
        maxItems: field.maxCount,
        items: { type: 'string', format: 'binary' },
        description: `${field.kind}, at most ${field.maxBytes} bytes each`,
      },
    ]);
    content['multipart/form-data'] = {
      schema: { allOf: [json, { type: 'object', properties: Object.fromEntries(binary) }] },
    };
  }
  return { requestBody: { required: body !== undefined, content } };
}

/** All codes with which a call may fail. */
export function declaredErrors(endpoint: AnyEndpoint): ReadonlySet<ErrorCode> {
  const { errors = [], access } = endpoint;
  const accessErrors: ErrorCode[] = [...ACCESS_ERRORS[access]];
  if (access !== 'public' && changesState(endpoint)) accessErrors.push('csrf');
  // The header `X-Viewer` may name another person than the session.
  if (changesState(endpoint)) accessErrors.push('conflict');
  if (changesState(endpoint) && !endpoint.readsOnly) accessErrors.push('idempotency_mismatch', 'idempotency_running');
  // A form may break off.
  if (endpoint.files !== undefined || endpoint.multipart) accessErrors.push('upload_aborted');
  if (endpoint.files !== undefined) {
    accessErrors.push('too_many_files', 'file_infected', 'scanner_unavailable');
  }
  // The value in the path may be the name of another call.
  if (endpoint.params !== undefined) accessErrors.push('method_not_allowed');
  if (isClosedWhileFrozen(endpoint)) accessErrors.push('frozen');
  if (PUBLISHING_CALLS.has(endpointName(endpoint))) accessErrors.push('limited', 'acceptance_required');
  return new Set([...errors, ...accessErrors, ...COMMON_ERRORS]);
}

function describeErrors(codes: Iterable<ErrorCode>): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, known]) => [
      String(status),
      { description: known.join(', '), content: { 'application/json': { schema: errorSchema(known) } } },
    ]),
  );
}

const errorSchema = (codes: readonly ErrorCode[]): object => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { type: 'object', properties: { code: { type: 'string', enum: codes } } },
  ],
});

/** A file that a call outside the contract sends. */
export interface Download
  extends Pick<AnyEndpoint, 'access' | 'permission' | 'summary' | 'params' | 'query' | 'errors'> {
  paths: readonly string[];
  types: readonly string[];
  /** Whether parts of it may be asked for. */
  hasRanges?: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    downloads: Download[];
  }
}

function describeDownload({ types, hasRanges = false, ...call }: Download, path: string): object {
  const endpoint: AnyEndpoint = { ...call, method: 'GET', path, response: z.unknown() };
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = Object.fromEntries(types.map((type) => [type, file]));
  return {
    ...describeEndpoint(endpoint, path),
    responses: {
      200: { description: 'The file.', content },
      ...(hasRanges && {
        206: { description: 'The part that `Range` asks for.', content },
        416: { description: '`Range` lies outside the file.' },
      }),
      ...describeErrors(declaredErrors(endpoint)),
    },
  };
}

export type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;

export function registerOpenApi(app: FastifyInstance, surroundings: ApiSurroundings): void {
  let description: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(
      describeApi(
        [...app.endpoints.values()].map(({ endpoint }) => endpoint),
        app.downloads,
        surroundings,
      ),
    );
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(description);
  });
}

interface ProtocolCall {
  operationId: string;
  tag: string;
  summary: string;
  parameters?: readonly object[];
  /** Content type of the request body. */
  sends?: string;
  /** What each status of success means. */
  answers: Readonly<Record<number, string>>;
  /** Content type of the answer, where it has a body. */
  returns?: string;
  errors?: readonly ErrorCode[];
  /** Refusals of the protocol's own library, which are text. */
  textErrors?: Readonly<Record<number, string>>;
  isOpen?: boolean;
  /** Whether a browser's session has to come with its CSRF token. */
  needsCsrf?: boolean;
}

export function parameter(place: 'path' | 'header', name: string, description: string, required = true): object {
  return { name, in: place, required, description, schema: { type: 'string' } };
}

type DescribedAnswer = { description: string; content?: Record<string, object> };

/** Describes a call of a protocol that does not speak JSON. */
export function describeProtocolCall(call: ProtocolCall): object {
  const { operationId, tag, summary, parameters = [], sends, answers, returns, isOpen = false } = call;
  const { errors = [], textErrors = {}, needsCsrf = false } = call;
  const file = { schema: { type: 'string', format: 'binary' } };
  const refused = describeErrors(new Set([...errors, ...COMMON_ERRORS])) as Record<string, DescribedAnswer>;
  for (const [status, description] of Object.entries(textErrors)) {
    const ours = refused[status];
    refused[status] = {
      description: [ours?.description, description].filter(Boolean).join('; '),
      content: { ...ours?.content, 'text/plain': { schema: { type: 'string' } } },
    };
  }
  return {
    operationId,
    summary,
    description: ACCESS_DESCRIPTIONS[isOpen ? 'public' : 'user'],
    tags: [tag],
    security: securityOf(isOpen, needsCsrf),
    parameters,
    ...(sends !== undefined && { requestBody: { required: true, content: { [sends]: file } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, description]) => [
          status,
          { description, ...(returns !== undefined && { content: { [returns]: file } }) },
        ]),
      ),
      ...refused,
    },
  };
}
