import type { Tx } from '../database/tables.ts';
import { joined, listDomains } from './domain.ts';
import type { Services } from './services.ts';

/** Deletes what all domains store about a user, before the user's row is deleted. */
export async function eraseUserData(services: Services, tx: Tx, userId: number): Promise<void> {
  for (const { userData } of listDomains())
    for (const erase of [userData?.erase ?? []].flat()) await erase(tx, userId, services);
}

/** What the data export contains, one JSON file for each name. */
export const listUserDataExporters = joined((domain) => domain.userData?.exports);
