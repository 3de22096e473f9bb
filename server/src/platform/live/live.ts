/** What happened, as the browsers hear it: ids and a few short values. `type` says which. */
export type LiveEvent = object;

export interface Live {
  /**
   * Tell everybody who listens to this topic, on every node. Call it after the commit, or let {@link Live.publishWithin}
   * do it. A hint: it may get lost, so whatever it tells must also be readable over REST.
   */
  publish(topic: string, event: LiveEvent): void;
}

export function createLive(): Live {
  return { publish() {} };
}
