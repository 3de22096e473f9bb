import type { Generated } from 'kysely';

/** A node with sockets; dead once its lease is over. */
interface PresenceNodesTable {
  node: string;
  alive_until: Date;
}

/** Somebody has a socket on a node. */
interface PresencesTable {
  user_id: number;
  node: string;
  since: Generated<Date>;
}

/** When a person was connected last, to the minute. */
interface LastSeenTable {
  user_id: number;
  at: Date;
}

export interface PresenceTables {
  presence_nodes: PresenceNodesTable;
  presences: PresencesTable;
  last_seen: LastSeenTable;
}
