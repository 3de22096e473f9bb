import { isIP } from 'node:net';
import { connect } from 'node:tls';

const ANSWER_MS = 5000;
/** The certificate is asked for again after this time. */
const FRESH_MS = 3_600_000;

const ends = new Map<string, { askedAt: number; end: Date | undefined }>();

/** When the certificate of the site ends, as visitors are shown it. Undefined while the site cannot be reached from here. */
export async function findCertificateEnd(url: string, now: Date): Promise<Date | undefined> {
  const known = ends.get(url);
  if (known?.end !== undefined && Math.abs(now.getTime() - known.askedAt) < FRESH_MS) return known.end;
  const end = await askCertificateEnd(new URL(url)).catch(() => undefined);
  ends.set(url, { askedAt: now.getTime(), end });
  return end;
}

function askCertificateEnd({ hostname, port }: URL): Promise<Date | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // Nothing is sent. A certificate that has ended already, or is not trusted here, has an end all the same.
      rejectUnauthorized: false,
    });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('The site did not answer')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve(Number.isNaN(end.getTime()) ? undefined : end);
    });
  });
}
