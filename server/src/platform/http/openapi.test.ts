import { adsApi } from '@app/contract/market/ads';
import { sellerFeedsApi } from '@app/contract/market/seller-feeds';
import { authApi } from '@app/contract/people/auth';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { ERRORS } from '@app/contract/platform/errors';
import { operationsApi } from '@app/contract/staff/operations';
import fastify from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { beforeAll, expect, test } from 'vitest';
import { registerOpenApi } from './openapi.ts';

const APIS = [adsApi, sellerFeedsApi, authApi, operationsApi];
const endpoints: AnyEndpoint[] = APIS.flatMap((api) => Object.values<AnyEndpoint>(api));
const spellings = ({ path, aliases = [] }: AnyEndpoint): string[] => [path, ...aliases];

type Operation = OpenAPIV3_1.OperationObject & { path: string; method: string };
let operations: Operation[];
let document: OpenAPIV3_1.Document;

beforeAll(async () => {
  const app = fastify();
  app.decorate(
    'endpoints',
    new Map(
      endpoints.map((endpoint) => [
        `${endpoint.method} ${endpoint.path}`,
        { endpoint, filter: <Value>(value: Value) => value, handler: async () => ({}), share: 'rest' as const },
      ]),
    ),
  );
  app.decorate('downloads', []);
  registerOpenApi(app, { publicUrl: 'https://okolo.example', tags: new Map(), protocols: {} });
  document = (await app.inject('/api/openapi.json')).json() as OpenAPIV3_1.Document;
  const { paths = {} } = document;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      path,
      method,
      ...(operation as OpenAPIV3_1.OperationObject),
    })),
  );
  await app.close();
});

test('every spelling of every call is described under a name of its own', () => {
  const all = endpoints.flatMap((endpoint) =>
    spellings(endpoint).map((path) => `${endpoint.method.toLowerCase()} ${path}`),
  );
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(all.sort());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every parameter in an address is described and required', () => {
  for (const { path, parameters = [] } of operations) {
    const inPath = (parameters as OpenAPIV3_1.ParameterObject[]).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  }
});

test('files are part of a form, with their number and size', () => {
  const { requestBody } = operations.find(({ path, method }) => path === '/api/boards' && method === 'put') ?? {};
  const { content } = requestBody as OpenAPIV3_1.RequestBodyObject;
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(JSON.stringify(content['multipart/form-data'])).toContain('"board_photo[]":{"type":"array","maxItems":3');
});

test('every refusal of a call is listed under its status, in the shape of all refusals', () => {
  const { responses = {} } = operations.find(({ path, method }) => path === '/api/auth' && method === 'post') ?? {};
  expect((responses[401] as OpenAPIV3_1.ResponseObject).description).toContain('wrong_credentials');
  for (const [status, response] of Object.entries(responses)) {
    if (status === '200') continue;
    expect(Object.values(ERRORS)).toContain(Number(status));
    expect(JSON.stringify(response)).toContain('#/components/schemas/Error');
  }
});

const refusalsOf = (wantedMethod: string, wantedPath: string): string[] => {
  const { responses = {} } =
    operations.find(({ path, method }) => path === wantedPath && method === wantedMethod) ?? {};
  return Object.values(responses).flatMap((response) =>
    (response as OpenAPIV3_1.ResponseObject).description.split(', '),
  );
};

test('a call that takes a form tells that a form may break off, and others do not', () => {
  expect(refusalsOf('put', '/api/boards')).toContain('upload_aborted');
  expect(refusalsOf('put', '/api/features')).not.toContain('upload_aborted');
});

test('a call that takes files tells that it takes no more than so many', () => {
  expect(refusalsOf('post', '/api/seller/feed')).toContain('too_many_files');
  expect(refusalsOf('put', '/api/features')).not.toContain('too_many_files');
});

test('a call of staff says which of them may, and what the door answers the others', () => {
  const { description } = operations.find(({ path, method }) => path === '/api/features' && method === 'put') ?? {};
  expect(description).toBe('Staff with `features.edit`.');
  expect(refusalsOf('put', '/api/features')).toEqual(
    expect.arrayContaining(['unauthorized', 'forbidden', 'second_factor_missing', 'csrf', 'frozen']),
  );
});

test('what a sanction closes is among the refusals of the calls that it closes, and of no others', () => {
  expect(refusalsOf('put', '/api/boards')).toEqual(
    expect.arrayContaining(['subscription_required', 'frozen', 'limited']),
  );
  expect(refusalsOf('get', '/api/features')).not.toContain('frozen');
  expect(refusalsOf('put', '/api/features')).not.toContain('limited');
});

test('what is not public asks for a credential', () => {
  for (const { path, method, security = [] } of operations) {
    const endpoint = endpoints.find((one) => one.method.toLowerCase() === method && spellings(one).includes(path));
    const isOpen = security.some((way) => Object.keys(way).length === 0);
    expect({ path, method, isOpen }).toEqual({ path, method, isOpen: endpoint?.access === 'public' });
  }
});

test('the document names its servers, its licence and every tag', () => {
  expect(document.servers?.map(({ url }) => url)).toEqual(['/', 'https://okolo.example']);
  expect(document.info.license).toMatchObject({ identifier: 'AGPL-3.0-only' });
  const names = document.tags?.map(({ name }) => name) ?? [];
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual([...new Set(operations.flatMap(({ tags = [] }) => tags))].sort());
});

test('calls that change something take the CSRF token with the cookie, and a key for repeats', () => {
  const headersOf = (wantedMethod: string, wantedPath: string) =>
    (
      (operations.find(({ path, method }) => path === wantedPath && method === wantedMethod)?.parameters ??
        []) as OpenAPIV3_1.ParameterObject[]
    )
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name);
  const securityOf = (wantedMethod: string, wantedPath: string) =>
    operations.find(({ path, method }) => path === wantedPath && method === wantedMethod)?.security;
  expect(headersOf('put', '/api/boards')).toEqual(['Idempotency-Key']);
  expect(securityOf('put', '/api/boards')).toEqual([{ bearer: [] }, { cookie: [], csrf: [] }]);
  expect(headersOf('get', '/api/boards/enabled')).toEqual([]);
  expect(securityOf('get', '/api/boards/enabled')).toEqual([{}, { bearer: [] }, { cookie: [] }]);
});
