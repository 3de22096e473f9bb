import { HEARTBEAT, type SocketSpec } from '@app/contract/platform/socket';
import { z } from 'zod';

type Json = Record<string, unknown>;

export interface Message {
  name: string;
  payload: Json;
}

interface Channel {
  address: string;
  description: string;
  parameters: Json;
  messages: Record<string, Message>;
}

interface Operation {
  action: 'receive' | 'send';
  channel: { $ref: string };
  messages: { $ref: string }[];
}

export interface SocketsDocument {
  asyncapi: string;
  info: { title: string; version: string; description: string };
  defaultContentType: string;
  servers: Json;
  channels: Record<string, Channel>;
  operations: Record<string, Operation>;
}

/** Messages of one direction by `type`. */
type Payloads = readonly (readonly [type: string, payload: Json])[];

const typeOnly = (type: string): Json => ({
  type: 'object',
  required: ['type'],
  properties: { type: { const: type } },
});
/** Every socket answers `beat`, and says `limited` when events may have been missed. */
const EVERY_CLIENT: Payloads = [[HEARTBEAT, typeOnly(HEARTBEAT)]];
const EVERY_SERVER: Payloads = [
  [HEARTBEAT, typeOnly(HEARTBEAT)],
  ['limited', typeOnly('limited')],
];

/** Describes the sockets as an AsyncAPI document. In its operations the server is the one that sends and receives. */
export function describeSockets(sockets: readonly SocketSpec[], publicUrl: string): SocketsDocument {
  const { protocol, host } = new URL(publicUrl);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Около',
      version: '1',
      description: 'Live events. A socket opens with the session of the cookie `token` or with a Bearer token.',
    },
    defaultContentType: 'application/json',
    servers: { site: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } },
    channels: Object.fromEntries(sockets.map((socket) => [nameOf(socket), describeChannel(socket)])),
    operations: Object.assign({}, ...sockets.map(describeOperations)),
  };
}

const nameOf = ({ path }: SocketSpec): string => path.split('/')[2] ?? path;

const clientMessages = ({ messages = {} }: SocketSpec): Payloads => [
  ...Object.entries(messages).map(([type, schema]) => [type, withType(type, schema)] as const),
  ...EVERY_CLIENT,
];

function serverEvents({ events }: SocketSpec): Payloads {
  if (events === undefined) return EVERY_SERVER;
  const own = branchesOf(jsonOf(events, 'output')).map((event) => [typeOf(event), event] as const);
  const names = new Set(own.map(([type]) => type));
  return [...own, ...EVERY_SERVER.filter(([type]) => !names.has(type))];
}

function describeChannel(socket: SocketSpec): Channel {
  const messages: [string, Message][] = [
    ...clientMessages(socket).map(([type, payload]): [string, Message] => [`${type}.message`, { name: type, payload }]),
    ...serverEvents(socket).map(([type, payload]): [string, Message] => [`${type}.event`, { name: type, payload }]),
  ];
  return {
    address: socket.path,
    description: socket.summary,
    parameters: Object.fromEntries([...socket.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, {}])),
    messages: Object.fromEntries(messages),
  };
}

function describeOperations(socket: SocketSpec): Record<string, Operation> {
  const name = nameOf(socket);
  const operation = (action: 'receive' | 'send', kind: 'message' | 'event', payloads: Payloads): Operation => ({
    action,
    channel: { $ref: `#/channels/${name}` },
    messages: payloads.map(([type]) => ({ $ref: `#/channels/${name}/messages/${type}.${kind}` })),
  });
  return {
    [`${name}Receive`]: operation('receive', 'message', clientMessages(socket)),
    [`${name}Send`]: operation('send', 'event', serverEvents(socket)),
  };
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

/** The alternatives of a union, and of unions in it. */
function branchesOf(schema: Json): Json[] {
  const branches = (schema.oneOf ?? schema.anyOf) as Json[] | undefined;
  return branches === undefined ? [schema] : branches.flatMap(branchesOf);
}

const typeOf = ({ properties }: Json): string =>
  String((properties as { type?: { const?: unknown } } | undefined)?.type?.const);

const withType = (type: string, schema: z.ZodType): Json => ({ allOf: [typeOnly(type), jsonOf(schema, 'input')] });
