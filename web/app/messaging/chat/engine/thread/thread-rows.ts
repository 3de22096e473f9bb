import type { Message } from '@app/contract/messaging/chat';
import type { Outgoing, ThreadEntry } from '../chat-types.ts';

export interface OutgoingSource {
  of(userId: number): readonly Outgoing[];
  knows(key: string): boolean;
  markShown(key: string): void;
}

/** Builds the rows of a thread. The same message always gives the same row, under the key it was first shown with. */
export class ThreadRows {
  readonly #userId: number;
  readonly #outgoing: OutgoingSource;
  readonly #entryOf = new WeakMap<object, ThreadEntry>();
  readonly #keyOf = new Map<number, string>();
  #last: readonly ThreadEntry[] = [];

  constructor(userId: number, outgoing: OutgoingSource) {
    this.#userId = userId;
    this.#outgoing = outgoing;
  }

  /** The same rows are the same list, so that nothing is rendered again for them. */
  build(messages: readonly Message[], showsOutgoing: boolean): readonly ThreadEntry[] {
    const rows = this.#rowsOf(messages, showsOutgoing);
    const isSame = rows.length === this.#last.length && rows.every((row, at) => row === this.#last[at]);
    if (!isSame) this.#last = rows;
    return this.#last;
  }

  #rowsOf(messages: readonly Message[], showsOutgoing: boolean): readonly ThreadEntry[] {
    const rows = messages.map((message) => this.#entryForMessage(message));
    this.#forgetKeys(messages);
    const there = new Set(rows.map(({ key }) => key));
    // Rows of a page that was read before the outbox opened have their own keys.
    for (const { client_key } of messages) if (client_key !== null) there.add(client_key);
    const outgoing = this.#outgoing.of(this.#userId);
    for (const { key } of outgoing) if (there.has(key)) this.#outgoing.markShown(key);
    if (!showsOutgoing) return rows;
    const unsent = outgoing.filter(({ key }) => !there.has(key));
    return [...rows, ...unsent.map((one) => this.#entry(one, { key: one.key, outgoing: one }))];
  }

  #entryForMessage(message: Message): ThreadEntry {
    const { id, client_key } = message;
    const isOwn = client_key !== null && this.#outgoing.knows(client_key);
    const key = this.#keyOf.get(id) ?? (isOwn ? client_key : `m${id}`);
    this.#keyOf.set(id, key);
    return this.#entry(message, { key, message });
  }

  #entry(source: object, fresh: ThreadEntry): ThreadEntry {
    const entry = this.#entryOf.get(source) ?? fresh;
    this.#entryOf.set(source, entry);
    return entry;
  }

  #forgetKeys(messages: readonly Message[]): void {
    if (this.#keyOf.size <= 2 * messages.length + 100) return;
    const ids = new Set(messages.map(({ id }) => id));
    for (const id of this.#keyOf.keys()) if (!ids.has(id)) this.#keyOf.delete(id);
  }
}
