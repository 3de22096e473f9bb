import type { Generated } from 'kysely';

interface PresenceNodesTable {
  node: string;
  alive_until: Date;
}

interface PresencesTable {
  user_id: number;
  node: string;
  since: Generated<Date>;
}

interface LastSeenTable {
  user_id: number;
  at: Date;
}

export interface PresenceTables {
  presence_nodes: PresenceNodesTable;
  presences: PresencesTable;
  last_seen: LastSeenTable;
}
