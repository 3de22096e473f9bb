import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
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
  readonly #beginWith: () => string;

  constructor(config: PostgresDialectConfig, beginWith: () => string) {
    super(config);
    this.#beginWith = beginWith;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const first = this.#beginWith();
    if (first === '') return super.beginTransaction(connection, settings);
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    // One round trip.
    await connection.executeQuery(CompiledQuery.raw(`begin${level} ${accessMode ?? ''}; ${first}`));
  }

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
  readonly #beginWith: () => string;

  /** `beginWith`: statements that begin every transaction; none when empty. */
  constructor(config: PostgresDialectConfig, beginWith = () => '') {
    super(config);
    this.#config = config;
    this.#beginWith = beginWith;
  }

  override createDriver(): CommitDriver {
    return new CommitDriver(this.#config, this.#beginWith);
  }
}
