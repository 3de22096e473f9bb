/** Network Information API; not available in every browser. */
interface Network extends EventTarget {
  type?: string;
}

export function watchNetwork(onChange: () => void): () => void {
  const network = (navigator as { connection?: Network }).connection;
  let type = network?.type;
  const look = (): void => {
    // The event also fires for every new estimate of the speed.
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
