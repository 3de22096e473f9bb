import { useEffect, useState } from 'react';
import { findObstacle, type PasskeyObstacle } from '../auth/passkey-ceremony.ts';

/** Why no passkey can be created here; null when one can. During server rendering the browser's support is unknown. */
export function usePasskeyObstacle(host: string): PasskeyObstacle | null {
  const [obstacle, setObstacle] = useState<PasskeyObstacle | null>(host === '' ? 'wrongAddress' : null);
  useEffect(() => setObstacle(findObstacle(host)), [host]);
  return obstacle;
}
