import { type DemoStream, insertDemoStreams } from '../live/streams/streams.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import type { DemoWorld } from './seed-activity.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVENING_MS = 16 * HOUR_MS;

export async function seedStreams(tx: Tx, { clock }: Services, { personId }: DemoWorld): Promise<void> {
  const now = clock().getTime();
  const midnight = now - (now % DAY_MS);
  const evening = (days: number): Date => new Date(midnight + days * DAY_MS + EVENING_MS);
  const rows: DemoStream[] = [
    {
      user_id: personId('timur'),
      theme: 'Собираем трек с нуля',
      audience: 'all',
      planned_for: evening(1),
      reminders: ['anna', 'maria', 'pavel'].map(personId),
    },
    {
      user_id: personId('maria'),
      theme: 'Перетягиваем кресло: выбираем ткань и крой',
      audience: 'all',
      planned_for: evening(3),
      reminders: ['olga'].map(personId),
    },
  ];
  await insertDemoStreams(tx, rows);
}
