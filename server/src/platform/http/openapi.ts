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
  user: ['unauthorized'],
  paid: ['unauthorized', 'subscription_required'],
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

function describeApi(endpoints: Iterable<AnyEndpoint>, { publicUrl, tags, protocols }: ApiSurroundings): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const methods = paths[path] ?? {};
      methods[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, path);
      paths[path] = methods;
    }
  }
  for (const [path, methods] of Object.entries(protocols)) paths[path] = { ...paths[path], ...methods };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Около',
      version: '1',
      license: LICENSE,
      contact: { name: 'Около', url: `${publicUrl}/contacts` },
      description:
        'Every call of the product. Browsers sign in with cookies and send `X-CSRFToken` equal to the `csrftoken` cookie with each call that changes state; other clients send `Authorization: Bearer <token>`.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].sort().map((name) => ({ name, description: tags.get(name) })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

export const CSRF_PARAMETER: object = parameter(
  'header',
  'X-CSRFToken',
  'The value of the cookie `csrftoken`; required with the cookie `token`, not with a Bearer token.',
  false,
);
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
    security: open ? [{}, { bearer: [] }, { cookie: [] }] : [{ bearer: [] }, { cookie: [] }],
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
      ...describeHeaders(endpoint),
    ],
    ...describeBody(endpoint),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } },
      ...describeErrors(endpoint),
    },
  };
}

/** Headers of calls that change something; a call that only reads by POST or PUT needs the first one as well. */
function describeHeaders(endpoint: AnyEndpoint): object[] {
  if (!changesState(endpoint)) return [];
  return endpoint.readsOnly ? [CSRF_PARAMETER] : [CSRF_PARAMETER, KEY_PARAMETER];
}

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
  // The value in the path may be the name of another call.
  if (endpoint.params !== undefined) accessErrors.push('method_not_allowed');
  if (isClosedWhileFrozen(endpoint)) accessErrors.push('frozen');
  if (PUBLISHING_CALLS.has(endpointName(endpoint))) accessErrors.push('limited', 'acceptance_required');
  return new Set([...errors, ...accessErrors, ...COMMON_ERRORS]);
}

function describeErrors(endpoint: AnyEndpoint): Record<string, object> {
  const byStatus = Map.groupBy(declaredErrors(endpoint), (code) => ERRORS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

export type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;

export function registerOpenApi(app: FastifyInstance, surroundings: ApiSurroundings): void {
  let description: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(
      describeApi(
        [...app.endpoints.values()].map(({ endpoint }) => endpoint),
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
  /** What each status means. */
  answers: Readonly<Record<number, string>>;
  isOpen?: boolean;
}

export function parameter(place: 'path' | 'header', name: string, description: string, required = true): object {
  return { name, in: place, required, description, schema: { type: 'string' } };
}

/** Describes a call of a protocol that does not speak JSON. */
export const describeProtocolCall = ({
  operationId,
  tag,
  summary,
  parameters = [],
  sends,
  answers,
  isOpen = false,
}: ProtocolCall): object => ({
  operationId,
  summary,
  description: ACCESS_DESCRIPTIONS[isOpen ? 'public' : 'user'],
  tags: [tag],
  security: isOpen ? [{}, { bearer: [] }, { cookie: [] }] : [{ bearer: [] }, { cookie: [] }],
  parameters,
  ...(sends !== undefined && {
    requestBody: { required: true, content: { [sends]: { schema: { type: 'string', format: 'binary' } } } },
  }),
  responses: Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      Number(status) < 400
        ? { description }
        : { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  ),
});
