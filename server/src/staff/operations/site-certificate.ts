import { isIP } from 'node:net';
import { connect, rootCertificates } from 'node:tls';

const ANSWER_MS = 5000;
/** The certificate is asked for again after this time. */
const FRESH_MS = 3_600_000;
/** What time alone causes; the end of the certificate is told for itself. */
const TIME_ERRORS: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

export interface SiteCertificate {
  end: Date;
  /** By a public authority, for the host of the site, with every certificate between them. */
  isTrusted: boolean;
}

const shown = new Map<string, { askedAt: number; certificate: SiteCertificate | undefined }>();

/** The certificate of the site, as visitors are shown it. Undefined while the site cannot be reached from here. */
export async function inspectCertificate(url: string, now: Date): Promise<SiteCertificate | undefined> {
  const known = shown.get(url);
  if (known?.certificate !== undefined && Math.abs(now.getTime() - known.askedAt) < FRESH_MS) return known.certificate;
  const certificate = await readSiteCertificate(new URL(url)).catch(() => undefined);
  shown.set(url, { askedAt: now.getTime(), certificate });
  return certificate;
}

/** `authorities`: those of browsers, whichever others the operator made this process trust. */
export function readSiteCertificate(
  { hostname, port }: URL,
  authorities: readonly string[] = rootCertificates,
): Promise<SiteCertificate | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ca: [...authorities],
      ...(isIP(host) === 0 && { servername: host }),
      // Nothing is sent. A certificate that has ended already, or is not trusted here, is told and not refused.
      rejectUnauthorized: false,
    });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('The site did not answer')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      const isTrusted = socket.authorized || TIME_ERRORS.has(String(socket.authorizationError));
      socket.destroy();
      resolve(Number.isNaN(end.getTime()) ? undefined : { end, isTrusted });
    });
  });
}
