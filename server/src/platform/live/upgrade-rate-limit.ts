/** Upgrades of one address in a minute that may come to nothing: an expired session in every tab is far below it. */
const REFUSED_MAX = 60;
const MINUTE_MS = 60_000;
/** Addresses remembered at most; a flood from more of them is not stopped by counting. */
const ADDRESSES_MAX = 100_000;

export interface UpgradeRateLimit {
  countRefusal(ip: string): void;
  isExceeded(ip: string): boolean;
  close(): void;
}

/** Who keeps asking for sockets without a session: each try costs a question to the database. */
export function createUpgradeRateLimit(isOn: boolean): UpgradeRateLimit {
  const refusalsByAddress = new Map<string, number>();
  const timer = setInterval(() => refusalsByAddress.clear(), MINUTE_MS).unref();
  return {
    countRefusal(ip) {
      if (isOn && refusalsByAddress.size < ADDRESSES_MAX)
        refusalsByAddress.set(ip, (refusalsByAddress.get(ip) ?? 0) + 1);
    },
    isExceeded: (ip) => (refusalsByAddress.get(ip) ?? 0) >= REFUSED_MAX,
    close: () => clearInterval(timer),
  };
}
