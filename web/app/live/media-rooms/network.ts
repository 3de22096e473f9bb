/** Not in every browser: the kind of network that a phone is in. */
interface Network extends EventTarget {
  type?: string;
}

/** Hear when this browser is in another network. */
export function watchNetwork(onChange: () => void): () => void {
  const network = (navigator as { connection?: Network }).connection;
  let type = network?.type;
  const look = (): void => {
    // It changes with every estimate of the speed, too.
    if (network?.type === type) return;
    type = network?.type;
    if (navigator.onLine) onChange();
  };
  window.addEventListener('online', onChange);
  network?.addEventListener?.('change', look);
  return () => {
    window.removeEventListener('online', onChange);
    network?.removeEventListener?.('change', look);
  };
}
