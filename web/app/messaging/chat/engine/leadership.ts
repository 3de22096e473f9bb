/** One tab of a browser that does something for all. */
export interface Leadership {
  isLeader(): boolean;
  /** The tab that leads does not answer: take its place. */
  takeOver(): void;
  leave(): void;
}

const LEASE_MS = 6000;
const RENEW_MS = 2000;

/** Stand for it, and be told when it is this tab's turn, and when it is over. */
export function stand(name: string, onLead: () => void, onLoss: () => void): Leadership {
  return navigator.locks === undefined ? standByLease(name, onLead, onLoss) : standByLock(name, onLead, onLoss);
}

/** The lock of a tab is free once that tab is gone, however it went. */
function standByLock(name: string, onLead: () => void, onLoss: () => void): Leadership {
  const leaving = new AbortController();
  let isLeader = false;
  let resign = (): void => undefined;

  function lose(): void {
    if (isLeader) onLoss();
    isLeader = false;
  }

  function ask(steal: boolean): void {
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
      .then(lose, () => {
        // Taken away while this tab stood still, or this tab is leaving.
        const hadIt = isLeader;
        lose();
        if (hadIt && !leaving.signal.aborted) ask(false);
      });
  }

  ask(false);
  return {
    isLeader: () => isLeader,
    takeOver: () => ask(true),
    leave() {
      leaving.abort();
      resign();
      lose();
    },
  };
}

/** Without locks, as on plain-http addresses: whoever renews the note is the one. Two at once do no harm, only double work. */
function standByLease(name: string, onLead: () => void, onLoss: () => void): Leadership {
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
    const note = read();
    const now = Date.now();
    // A note from the future was written before somebody set the clock.
    const isTaken = note !== null && note.tab !== me && note.until > now && note.until <= now + LEASE_MS;
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
