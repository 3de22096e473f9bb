import { isSigned, sign } from '@app/media-node/signature';

/** An encoder that sends to a stream; the resource name is used to end the session. */
export interface IngestResource {
  streamId: number;
  userId: number;
  peerId: string;
}

const NAME = /^([1-9]\d{0,15})\.([1-9]\d{0,14})\.([\w-]{1,40})\.([\w-]{22})$/;

const claimOf = ({ streamId, userId, peerId }: IngestResource): string => `${streamId}.${userId}.${peerId}`;

/** Signs the name: only the encoder that created the session knows it, and nobody derives one for another stream. */
export const formatResource = (secret: string, resource: IngestResource): string =>
  `${claimOf(resource)}.${sign(secret, `whip ${claimOf(resource)}`)}`;

export function parseResource(secret: string, name: string): IngestResource | undefined {
  const [, streamId, userId, peerId = '', signature = ''] = NAME.exec(name) ?? [];
  const resource = { streamId: Number(streamId), userId: Number(userId), peerId };
  return isSigned(secret, `whip ${claimOf(resource)}`, signature) ? resource : undefined;
}
