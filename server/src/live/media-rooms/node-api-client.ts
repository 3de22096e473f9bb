import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createControlKey } from '@app/media-node/control-key';
import { type ExternalPeerRequest, NodeSegment, PEERS_PATH, SEGMENTS_PATH } from '@app/media-node/control-messages';
import { formatSegmentName } from '@app/media-node/segment-name';
import { z } from 'zod';

const ANSWER_MS = 15_000;
const Rejected = z.object({ reason: z.string() });
const Entered = z.object({ id: z.string(), sdp: z.string() });

export class NodeApiClient {
  private readonly findSecret: () => Promise<string>;
  private readonly clock: () => Date;

  constructor(findSecret: () => Promise<string>, clock: () => Date) {
    this.findSecret = findSecret;
    this.clock = clock;
  }

  async listSegments(node: string): Promise<NodeSegment[]> {
    const response = await this.request(node, 'GET', SEGMENTS_PATH);
    if (!response.ok) throw new Error(`a media node answered ${response.status}`);
    return z.array(NodeSegment).parse(await response.json());
  }

  async fetchSegment(node: string, segment: NodeSegment, path: string): Promise<boolean> {
    const response = await this.request(node, 'GET', segmentPath(segment));
    if (response.status === 404) return false;
    if (!response.ok || response.body === null) throw new Error(`a media node answered ${response.status}`);
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path));
    return true;
  }

  async removeSegment(node: string, segment: NodeSegment): Promise<void> {
    await this.request(node, 'DELETE', segmentPath(segment));
  }

  async admitPeer(
    node: string,
    entry: ExternalPeerRequest,
  ): Promise<{ id: string; sdp: string } | z.infer<typeof Rejected> | 'full'> {
    const response = await this.request(node, 'POST', PEERS_PATH, entry);
    if (response.status === 201) return Entered.parse(await response.json());
    if (response.status === 422) return Rejected.parse(await response.json());
    if (response.status === 503) return 'full';
    throw new Error(`a media node answered ${response.status}`);
  }

  async removePeer(node: string, id: string): Promise<boolean> {
    return (await this.request(node, 'DELETE', `${PEERS_PATH}/${id}`)).ok;
  }

  private async request(node: string, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${node.replace(/^ws/, 'http')}${path}`, {
      redirect: 'error',
      method,
      headers: { authorization: createControlKey(await this.findSecret(), this.clock()) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  }
}

const segmentPath = (segment: NodeSegment): string => `${SEGMENTS_PATH}/${segment.room}/${formatSegmentName(segment)}`;
