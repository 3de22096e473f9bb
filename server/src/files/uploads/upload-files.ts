import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { UPLOAD_HOURS } from '@app/contract/files/uploads';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;
export const UPLOAD_RETENTION_MS = UPLOAD_HOURS * HOUR_MS;

export const UPLOAD_ID = /^[0-9a-f]{32}$/;

/** The node's own disk: a chunk is collected here until it goes to the store. */
export const uploadsFolder = ({ dataDir }: { dataDir: string }): string => path.resolve(dataDir, 'uploads');

/** A new name for each chunk that is being collected. */
export const newChunkPath = (config: { dataDir: string }): string =>
  path.join(uploadsFolder(config), `${randomBytes(16).toString('hex')}.chunk`);

export const liveSince = (clock: Clock): Date => new Date(clock().getTime() - UPLOAD_RETENTION_MS);
