import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';

export interface CertificateFiles {
  /** PEM: the certificate first, then those that lead to its authority. */
  certFile: string;
  keyFile: string;
}

const LOOK_MS = 60_000;

export const readCertificate = ({ certFile, keyFile }: CertificateFiles) => ({
  cert: readFileSync(certFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
  minVersion: 'TLSv1.2' as const,
});

/**
 * Takes a renewed certificate for new connections once its files changed. Files that do not fit together, as while they
 * are being written, are tried again. Ends with the server.
 */
export function followCertificate(
  server: Server,
  files: CertificateFiles,
  { everyMs = LOOK_MS, onFailure }: { everyMs?: number; onFailure: (error: unknown) => void },
): void {
  const lookAt = (): string => [files.certFile, files.keyFile].map((file) => statSync(file).mtimeMs).join();
  let known = lookAt();
  const timer = setInterval(() => {
    try {
      const seen = lookAt();
      if (seen === known) return;
      server.setSecureContext(readCertificate(files));
      known = seen;
    } catch (error) {
      onFailure(error);
    }
  }, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}
