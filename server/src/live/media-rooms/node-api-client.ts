import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createControlKey } from '@app/media-node/control-key';
import { type ExternalPeerRequest, NodeSegment, PEERS_PATH, SEGMENTS_PATH } from '@app/media-node/control-messages';
import { formatSegmentName } from '@app/media-node/segment-name';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { trustOfNodes } from './node-trust.ts';
import { type NodeResponse, requestNode } from './request-node.ts';

const Rejected = z.object({ reason: z.string() });
const Entered = z.object({ id: z.string(), sdp: z.string() });

export class NodeApiClient {
  private readonly config: Config;
  private readonly findSecret: () => Promise<string>;
  private readonly clock: () => Date;

  constructor(config: Config, findSecret: () => Promise<string>, clock: () => Date) {
    this.config = config;
    this.findSecret = findSecret;
    this.clock = clock;
  }

  async listSegments(node: string): Promise<NodeSegment[]> {
    const response = await this.request(node, 'GET', SEGMENTS_PATH);
    if (!response.isOk) throw failureOf(response);
    return z.array(NodeSegment).parse(await response.json());
  }

  async fetchSegment(node: string, segment: NodeSegment, path: string): Promise<boolean> {
    const response = await this.request(node, 'GET', segmentPath(segment));
    if (response.status === 404) {
      response.body.resume();
      return false;
    }
    if (!response.isOk) throw failureOf(response);
    await pipeline(response.body, createWriteStream(path));
    return true;
  }

  async removeSegment(node: string, segment: NodeSegment): Promise<void> {
    (await this.request(node, 'DELETE', segmentPath(segment))).body.resume();
  }

  async admitPeer(
    node: string,
    entry: ExternalPeerRequest,
  ): Promise<{ id: string; sdp: string } | z.infer<typeof Rejected> | 'full'> {
    const response = await this.request(node, 'POST', PEERS_PATH, entry);
    if (response.status === 201) return Entered.parse(await response.json());
    if (response.status === 422) return Rejected.parse(await response.json());
    if (response.status === 503) {
      response.body.resume();
      return 'full';
    }
    throw failureOf(response);
  }

  async removePeer(node: string, id: string): Promise<boolean> {
    const { isOk, body } = await this.request(node, 'DELETE', `${PEERS_PATH}/${id}`);
    body.resume();
    return isOk;
  }

  private async request(node: string, method: string, path: string, body?: object): Promise<NodeResponse> {
    return requestNode(`${node.replace(/^ws/, 'http')}${path}`, {
      method,
      authorization: createControlKey(await this.findSecret(), this.clock()),
      body,
      trust: trustOfNodes(this.config),
    });
  }
}

function failureOf({ status, body }: NodeResponse): Error {
  body.resume();
  return new Error(`a media node answered ${status}`);
}

const segmentPath = (segment: NodeSegment): string => `${SEGMENTS_PATH}/${segment.room}/${formatSegmentName(segment)}`;
