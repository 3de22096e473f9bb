/** Refused upgrades per address and minute; an expired session in every tab stays far below. */
const REFUSED_MAX = 60;
const MINUTE_MS = 60_000;
/** Maximum number of tracked addresses; counting does not stop a flood from more addresses. */
const ADDRESSES_MAX = 100_000;

export interface UpgradeRateLimit {
  countRefusal(ip: string): void;
  isExceeded(ip: string): boolean;
  close(): void;
}

/** Limits repeated upgrades without a session, because each costs a database query. */
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
