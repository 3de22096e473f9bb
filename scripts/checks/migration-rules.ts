/**
 * Tables that grow with people, ads or messages. A statement that rewrites one of them, or reads it whole under a lock,
 * stops a large site for minutes.
 */
const LARGE_TABLES = [
  ...['ad_days', 'ad_photos', 'ads', 'chat_files', 'chat_members', 'chats', 'comments', 'event_counters', 'favorites'],
  ...['followers', 'friends', 'media_images', 'messages', 'message_reactions', 'notifications', 'post_files'],
  ...['publication_comments', 'publication_likes', 'publications', 'search_phrases', 'search_words', 'session_tokens'],
  ...['sessions', 'tracks', 'user_events', 'users'],
];

const LARGE = `(?:only )?(?:public\\.)?(${LARGE_TABLES.join('|')})\\b`;
const ALTER = `^alter table (?:if exists )?${LARGE}.*`;

/** What is refused on large tables, and the way that takes no long lock. */
const RULES: readonly { pattern: RegExp; cure: string }[] = [
  {
    pattern: new RegExp(`^create (?:unique )?index (?!concurrently).* on ${LARGE}`),
    cure: 'build the index in NNNN_name.concurrent.sql: create index concurrently if not exists',
  },
  {
    pattern: new RegExp(`${ALTER}\\badd (?:constraint \\w+ )?(?:check|foreign key)\\b(?!.*\\bnot valid\\b)`),
    cure: 'add the constraint «not valid», and validate it in NNNN_name.concurrent.sql',
  },
  {
    pattern: new RegExp(`${ALTER}\\badd (?:constraint \\w+ )?(?:unique|primary key)\\b(?!.*\\busing index\\b)`),
    cure: 'build a unique index concurrently first, and add the constraint «using index»',
  },
  {
    pattern: new RegExp(`${ALTER}\\balter (?:column )?\\w+ (?:set data )?type\\b`),
    cure: 'add a column of the new type',
  },
  {
    pattern: new RegExp(`${ALTER}\\bset not null\\b`),
    cure: 'add a check «not valid», validate it in NNNN_name.concurrent.sql, and set not null in a later version',
  },
  { pattern: new RegExp(`${ALTER}\\bgenerated always as \\(`), cure: 'add a plain column, and fill it by a job' },
  {
    pattern: new RegExp(`${ALTER}\\badd column\\b.*\\bdefault (?:gen_random_uuid|random|clock_timestamp)\\b`),
    cure: 'add the column without a default, and fill it by a job',
  },
  { pattern: new RegExp(`^(?:update|delete from) ${LARGE}`), cure: 'change rows in batches, by a job' },
  {
    pattern: new RegExp(`^(?:cluster|vacuum full|truncate|lock table|lock) ${LARGE}`),
    cure: 'nothing needs this here',
  },
];

/** What stands alone outside a transaction, and may be run again after it was broken off. */
const REPEATABLE = [
  /^create (?:unique )?index concurrently if not exists /,
  /^drop index concurrently if exists /,
  /^alter table \S+ validate constraint \S+$/,
];

/** Names of relations that a file creates itself: they are empty, so anything may be done to them. */
const createdIn = (statements: readonly string[]): Set<string> =>
  new Set(
    statements.flatMap(
      (statement) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
    ),
  );

/** The statements of a file outside function bodies: lower case, without comments, one space between words. */
export function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

/**
 * Lists what a migration does that stops a large site. A line `-- locks <table>: <reason>` permits what the file does to
 * that table; the reason belongs into the upgrade notes too.
 */
export function refusedStatements(file: string, sql: string): string[] {
  const statements = statementsOf(sql);
  if (file.endsWith('.concurrent.sql'))
    return statements
      .filter((statement) => !REPEATABLE.some((pattern) => pattern.test(statement)))
      .map((statement) => `${file}: «${statement.slice(0, 80)}» cannot be repeated outside a transaction`);
  const permitted = new Set([...sql.matchAll(/^-- locks (\w+): \S/gm)].map(([, table]) => table));
  const created = createdIn(statements);
  return statements.flatMap((statement) =>
    RULES.flatMap(({ pattern, cure }) => {
      const table = pattern.exec(statement)?.[1];
      const isRefused = table !== undefined && !permitted.has(table) && !created.has(table);
      return isRefused ? [`${file}: «${statement.slice(0, 80)}»: ${cure}`] : [];
    }),
  );
}
