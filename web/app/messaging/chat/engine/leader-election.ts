/** One tab of a browser that does something for all. */
export interface LeaderElection {
  isLeader(): boolean;
  /** The tab that leads does not answer: take its place. */
  takeOver(): void;
  leave(): void;
}

const LEASE_MS = 6000;
const RENEW_MS = 2000;

/** Stand for it, and be told when it is this tab's turn, and when it is over. */
export function joinLeaderElection(name: string, onLead: () => void, onLoss: () => void): LeaderElection {
  return navigator.locks === undefined ? electByLease(name, onLead, onLoss) : electByLock(name, onLead, onLoss);
}

/** The lock of a tab is free once that tab is gone, however it went. */
function electByLock(name: string, onLead: () => void, onLoss: () => void): LeaderElection {
  const leaving = new AbortController();
  let isLeader = false;
  let resign = (): void => undefined;

  function loseLeadership(): void {
    if (isLeader) onLoss();
    isLeader = false;
  }

  function requestLock(steal: boolean): void {
    const options = steal ? { steal } : { signal: leaving.signal };
    navigator.locks
      .request(name, options, () => {
        if (leaving.signal.aborted) return undefined;
        isLeader = true;
        onLead();
        return new Promise<void>((resolve) => {
          resign = resolve;
        });
      })
      .then(loseLeadership, () => {
        // Taken away while this tab stood still, or this tab is leaving.
        const wasLeader = isLeader;
        loseLeadership();
        if (wasLeader && !leaving.signal.aborted) requestLock(false);
      });
  }

  requestLock(false);
  return {
    isLeader: () => isLeader,
    takeOver: () => requestLock(true),
    leave() {
      leaving.abort();
      resign();
      loseLeadership();
    },
  };
}

/** Without locks, as on plain-http addresses: whoever renews the note is the one. Two at once do no harm, only double work. */
function electByLease(name: string, onLead: () => void, onLoss: () => void): LeaderElection {
  const me = Math.random().toString(36).slice(2);
  let isLeader = false;

  function read(): { tab: string; until: number } | null {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  }

  function write(until: number): void {
    try {
      localStorage.setItem(name, JSON.stringify({ tab: me, until }));
    } catch {
      // Nothing is kept here: each tab is on its own.
    }
  }

  function check(): void {
    const lease = read();
    const now = Date.now();
    // A note from the future was written before somebody set the clock.
    const isTaken = lease !== null && lease.tab !== me && lease.until > now && lease.until <= now + LEASE_MS;
    if (isTaken) {
      if (isLeader) onLoss();
      isLeader = false;
      return;
    }
    write(now + LEASE_MS);
    if (isLeader) return;
    isLeader = true;
    onLead();
  }

  const timer = setInterval(check, RENEW_MS);
  const first = setTimeout(check, 0);
  return {
    isLeader: () => isLeader,
    takeOver() {
      write(Date.now() + LEASE_MS);
      check();
    },
    leave() {
      clearInterval(timer);
      clearTimeout(first);
      if (isLeader) {
        write(0);
        onLoss();
      }
      isLeader = false;
    },
  };
}
