import { isSigned, sign } from '@app/media-node/signature';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';

const TOKEN = /^([1-9]\d{0,14})\.([\w-]{22})$/;

const getLinkKey = (db: Db): Promise<Buffer> => getInstallationKey(db, 'appeals');

/** The token allows its bearer to read one sanction and appeal against it once, and nothing else. */
export async function signSanctionToken(db: Db, id: number): Promise<string> {
  return `${id}.${sign(await getLinkKey(db), `measure ${id}`)}`;
}

/** Undefined when the signature is invalid. */
export async function parseSanctionToken(db: Db, token: string): Promise<number | undefined> {
  const [, id, signature = ''] = TOKEN.exec(token) ?? [];
  if (id === undefined || !isSigned(await getLinkKey(db), `measure ${id}`, signature)) return undefined;
  return Number(id);
}

export async function appealLink({ config, db }: Services, id: number): Promise<string> {
  return `${config.publicUrl}/measures/appeal?token=${await signSanctionToken(db, id)}`;
}
