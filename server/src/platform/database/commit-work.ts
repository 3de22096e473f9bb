import {
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

export interface CommitWork {
  /** Runs as the last step within the transaction; a failure rolls everything back. */
  before(connection: DatabaseConnection): Promise<void>;
  /** Runs after the commit; a failure here cannot undo the transaction. */
  after(): void;
}

const works = new WeakMap<DatabaseConnection, Map<object, CommitWork>>();

export function commitWork<Tables, W extends CommitWork>(
  tx: Kysely<Tables>,
  kind: object,
  create: () => W,
): Promise<W> {
  if (!tx.isTransaction) throw new Error('Only a transaction has an end to wait for');
  return tx.getExecutor().provideConnection(async (connection) => {
    const kinds = works.get(connection) ?? new Map<object, CommitWork>();
    works.set(connection, kinds);
    const work = (kinds.get(kind) as W | undefined) ?? create();
    kinds.set(kind, work);
    return work;
  });
}

class CommitDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const waiting = [...(works.get(connection)?.values() ?? [])];
    try {
      for (const work of waiting) await work.before(connection);
      await super.commitTransaction(connection);
    } finally {
      works.delete(connection);
    }
    for (const work of waiting) work.after();
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    works.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

export class CommitDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): CommitDriver {
    return new CommitDriver(this.#config);
  }
}
