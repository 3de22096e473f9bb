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
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return json;
};

function describeApi(endpoints: Iterable<AnyEndpoint>): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const methods = paths[path] ?? {};
      methods[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, path);
      paths[path] = methods;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Около',
      version: '1',
      description:
        'Every call of the product. Browsers sign in with cookies and send `X-CSRFToken` equal to the `csrftoken` cookie with each call that changes state; other clients send `Authorization: Bearer <token>`.',
    },
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
    tags: [path.split('/')[2] ?? 'api'],
    security: open ? [{}, { bearer: [] }, { cookie: [] }] : [{ bearer: [] }, { cookie: [] }],
    parameters: [...describeParameters(endpoint.params, 'path'), ...describeParameters(endpoint.query, 'query')],
    ...describeBody(endpoint),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } },
      ...describeErrors(endpoint),
    },
  };
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

function describeErrors(endpoint: AnyEndpoint): Record<string, object> {
  const { errors = [], access } = endpoint;
  const accessErrors: ErrorCode[] = [...ACCESS_ERRORS[access]];
  if (access !== 'public' && changesState(endpoint)) accessErrors.push('csrf');
  if (isClosedWhileFrozen(endpoint)) accessErrors.push('frozen');
  if (PUBLISHING_CALLS.has(endpointName(endpoint))) accessErrors.push('limited');
  const byStatus = Map.groupBy(new Set([...errors, ...accessErrors, ...COMMON_ERRORS]), (code) => ERRORS[code]);
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

export function registerOpenApi(app: FastifyInstance): void {
  let description: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(describeApi([...app.endpoints.values()].map(({ endpoint }) => endpoint)));
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(description);
  });
}
