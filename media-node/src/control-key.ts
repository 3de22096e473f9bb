import { isSigned, sign } from './signature.ts';

/** Allows for clock differences between machines. */
const VALID_SECONDS = 60;
const HEADER = /^Media (\d{1,12})\.([\w-]{22})$/;

/** Creates the value of the `authorization` header by which an app node authenticates to a media node. */
export function createControlKey(secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `Media ${seconds}.${sign(secret, `control ${seconds}`)}`;
}

export function isControlKey(secret: string, header: string | undefined, now: Date): boolean {
  const [, seconds = '', signature = ''] = HEADER.exec(header ?? '') ?? [];
  return (
    isSigned(secret, `control ${seconds}`, signature) &&
    Math.abs(now.getTime() / 1000 - Number(seconds)) <= VALID_SECONDS
  );
}
