import { isSigned, sign } from '../../platform/signature.ts';

/** A program that sends to a stream: what it leaves by, and ends. */
export interface ProgramResource {
  streamId: number;
  userId: number;
  /** The name that the rooms gave it. */
  seat: string;
}

const NAME = /^([1-9]\d{0,15})\.([1-9]\d{0,14})\.([\w-]{1,40})\.([\w-]{22})$/;

const claimOf = ({ streamId, userId, seat }: ProgramResource): string => `${streamId}.${userId}.${seat}`;

/** Whoever has the name has made the stream: nobody guesses it, and nobody makes one for another stream. */
export const writeResource = (secret: string, resource: ProgramResource): string =>
  `${claimOf(resource)}.${sign(secret, `whip ${claimOf(resource)}`)}`;

export function readResource(secret: string, name: string): ProgramResource | undefined {
  const [, streamId, userId, seat = '', signature = ''] = NAME.exec(name) ?? [];
  const resource = { streamId: Number(streamId), userId: Number(userId), seat };
  return isSigned(secret, `whip ${claimOf(resource)}`, signature) ? resource : undefined;
}
