import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { SDP_MAX_BYTES } from '@app/contract/live/media-room';
import { ExternalPeerRequest, PEERS_PATH, SEGMENTS_PATH } from './control-messages.ts';
import type { ExternalPeers } from './external-peers.ts';
import type { SegmentStore } from './recording/segment-store.ts';
import { BadOffer } from './rtp/sdp.ts';

const BODY_MAX_BYTES = SDP_MAX_BYTES * 2;

export interface NodeApiParts {
  store: SegmentStore;
  externalPeers: ExternalPeers;
}

export async function handleAppNodeRequest(
  { store, externalPeers: guests }: NodeApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, place = '', one = '', two = ''] =
    /^(\/[a-z]+)(?:\/([\w-]+)(?:\/([\w.-]+))?)?$/.exec(request.url ?? '') ?? [];
  const what = `${request.method} ${place}`;
  if (what === `GET ${SEGMENTS_PATH}` && one === '') respond(response, 200, await store.list());
  else if (what === `GET ${SEGMENTS_PATH}`) await send(store.find(one, two), response);
  else if (what === `DELETE ${SEGMENTS_PATH}`) {
    await store.remove(one, two);
    respond(response, 200, {});
  } else if (what === `POST ${PEERS_PATH}`) await admitExternalPeer(guests, request, response);
  else if (what === `DELETE ${PEERS_PATH}`) respond(response, guests.leave(one) ? 200 : 404, {});
  else return false;
  return true;
}

async function send(file: string | undefined, response: ServerResponse): Promise<void> {
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || found === undefined) {
    respond(response, 404, {});
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': found.size });
  await pipeline(createReadStream(file), response).catch(() => {});
}

async function admitExternalPeer(
  guests: ExternalPeers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const entry = ExternalPeerRequest.safeParse(await readJson(request));
  if (!entry.success) {
    respond(response, 400, {});
    return;
  }
  try {
    const inside = await guests.admit(entry.data);
    respond(response, inside === undefined ? 503 : 201, inside ?? {});
  } catch (error) {
    if (!(error instanceof BadOffer)) throw error;
    respond(response, 422, { reason: error.message });
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > BODY_MAX_BYTES) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}

function respond(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(answer));
}
