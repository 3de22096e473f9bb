export interface LeaderElection {
  isLeader(): boolean;
  takeOver(): void;
  leave(): void;
}

const LEASE_MS = 6000;
const RENEW_MS = 2000;

/** Joins the election; `onLead` and `onLoss` report when this tab becomes or stops being the leader. */
export function joinLeaderElection(name: string, onLead: () => void, onLoss: () => void): LeaderElection {
  return navigator.locks === undefined ? electByLease(name, onLead, onLoss) : electByLock(name, onLead, onLoss);
}

/** Elects by a Web Lock, which the browser releases when its tab closes or crashes. */
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
        // The lock was stolen while this tab was suspended, or this tab is leaving.
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

/**
 * Elects by a lease in local storage where Web Locks are missing (plain-http addresses). Two leaders at once only cause
 * double work.
 */
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
      // Without storage every tab leads itself.
    }
  }

  function check(): void {
    const lease = read();
    const now = Date.now();
    // A lease from the future was written before the clock was changed.
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
