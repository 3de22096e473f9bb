import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from '../../server/test/trust/hostile/hostile-input.ts';

/** A socket as its document describes it. */
export interface Channel {
  address: string;
  /** What clients may send, by `type`. */
  messages: Record<string, Schema>;
  /** Says what is wrong with an event of the server, or nothing. */
  check(event: { type?: string }): string | undefined;
}

interface Message {
  name: string;
  payload: Schema;
}

interface AsyncDocument {
  channels: Record<string, { address: string; messages: Record<string, Message> }>;
  operations: Record<string, { action: string; messages: { $ref: string }[] }>;
}

/** Reads the sockets from the document that the product serves. */
export async function readChannels(origin: string): Promise<Channel[]> {
  const document = (await (await fetch(`${origin}/api/asyncapi.json`)).json()) as AsyncDocument;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return Object.entries(document.channels).map(([name, { address, messages }]) => {
    const messagesOf = (action: string): Message[] =>
      Object.values(document.operations)
        .filter((operation) => operation.action === action)
        .flatMap((operation) => operation.messages)
        .flatMap(({ $ref }) => messages[$ref.split(`#/channels/${name}/messages/`)[1] ?? ''] ?? []);
    const validate = ajv.compile({ anyOf: messagesOf('send').map(({ payload }) => payload) });
    return {
      address,
      messages: Object.fromEntries(messagesOf('receive').map((message) => [message.name, message.payload])),
      check(event) {
        const { type } = event;
        return validate(event) ? undefined : `the event ${type} is not as declared`;
      },
    };
  });
}
