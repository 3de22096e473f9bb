import type { Kysely, Transaction } from 'kysely';
import type { AdsTables } from './ads/ads.tables.ts';
import type { AuthTables } from './auth/auth.tables.ts';
import type { MediaTables } from './media/media.tables.ts';
import type { PaymentsTables } from './payments/payments.tables.ts';
import type { IdempotencyTables } from './platform/idempotency.ts';
import type { ReferenceTables } from './reference/reference.tables.ts';
import type { UsersTables } from './users/users.tables.ts';

/** Every table. Each is written by its own domain only; reading joins may cross domains. */
export interface Database
  extends AdsTables,
    AuthTables,
    IdempotencyTables,
    MediaTables,
    PaymentsTables,
    ReferenceTables,
    UsersTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
