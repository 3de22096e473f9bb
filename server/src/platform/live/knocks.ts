/** Upgrades of one address in a minute that may come to nothing: an expired session in every tab is far below it. */
const REFUSED_MAX = 60;
const MINUTE_MS = 60_000;
/** Addresses remembered at most; a flood from more of them is not stopped by counting. */
const ADDRESSES_MAX = 100_000;

export interface Knocks {
  note(ip: string): void;
  isTooMany(ip: string): boolean;
  close(): void;
}

/** Who keeps asking for sockets without a session: each try costs a question to the database. */
export function createKnocks(isOn: boolean): Knocks {
  const refused = new Map<string, number>();
  const timer = setInterval(() => refused.clear(), MINUTE_MS).unref();
  return {
    note(ip) {
      if (isOn && refused.size < ADDRESSES_MAX) refused.set(ip, (refused.get(ip) ?? 0) + 1);
    },
    isTooMany: (ip) => (refused.get(ip) ?? 0) >= REFUSED_MAX,
    close: () => clearInterval(timer),
  };
}
