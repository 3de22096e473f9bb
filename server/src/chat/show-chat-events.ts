import type { Lang } from '@app/contract/languages';
import type { NumberedEvent } from '../platform/live/user-events.queries.ts';
import type { Services } from '../services.ts';

/** What a person's pages in these languages hear of what happened in dialogs, by the number of the event: each number has its frame. */
export async function showChatEvents(
  _services: Services,
  _userId: number,
  langs: readonly Lang[],
  events: readonly NumberedEvent[],
): Promise<Map<Lang, Map<number, object>>> {
  return new Map(langs.map((lang) => [lang, new Map(events.map(({ seq, event }) => [seq, { ...event, seq }]))]));
}
