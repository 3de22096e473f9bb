import path from 'node:path';
import { UPLOAD_HOURS } from '@app/contract/files/uploads';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;
export const UPLOAD_RETENTION_MS = UPLOAD_HOURS * HOUR_MS;

export const UPLOAD_ID = /^[0-9a-f]{32}$/;

/** Always on the node's local disk: partial files are appended to, which object stores do not support. */
export const uploadsFolder = ({ dataDir }: { dataDir: string }): string => path.resolve(dataDir, 'uploads');

export const uploadPath = (config: { dataDir: string }, uid: string): string => path.join(uploadsFolder(config), uid);

export const liveSince = (clock: Clock): Date => new Date(clock().getTime() - UPLOAD_RETENTION_MS);
