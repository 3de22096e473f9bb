import { isSigned, sign } from '../../platform/signature.ts';

/** A program that sends to a stream: what it leaves by, and ends. */
export interface IngestResource {
  streamId: number;
  userId: number;
  /** The name that the rooms gave it. */
  peerId: string;
}

const NAME = /^([1-9]\d{0,15})\.([1-9]\d{0,14})\.([\w-]{1,40})\.([\w-]{22})$/;

const claimOf = ({ streamId, userId, peerId }: IngestResource): string => `${streamId}.${userId}.${peerId}`;

/** Whoever has the name has made the stream: nobody guesses it, and nobody makes one for another stream. */
export const formatResource = (secret: string, resource: IngestResource): string =>
  `${claimOf(resource)}.${sign(secret, `whip ${claimOf(resource)}`)}`;

export function parseResource(secret: string, name: string): IngestResource | undefined {
  const [, streamId, userId, peerId = '', signature = ''] = NAME.exec(name) ?? [];
  const resource = { streamId: Number(streamId), userId: Number(userId), peerId };
  return isSigned(secret, `whip ${claimOf(resource)}`, signature) ? resource : undefined;
}
