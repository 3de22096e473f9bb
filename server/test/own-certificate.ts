import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a key and of a certificate for this machine that nobody trusts, in this folder. */
export function issueCertificate(folder: string, days: number): { key: string; certificate: string } {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...named, '-days', String(days), ...files], { stdio: 'ignore' });
  return { key, certificate };
}

export interface OwnAuthority {
  ca: string;
  key: string;
  certificate: string;
}

/** Files of an authority of the operator's own, and of a key and a certificate of it for this machine. */
export function issueByOwnAuthority(folder: string, name = 'own'): OwnAuthority {
  const file = (what: string): string => path.join(folder, `${name}-${what}`);
  const openssl = (...options: string[]): void => void execFileSync('openssl', options, { stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [ca, key, certificate] = [file('ca.pem'), file('key.pem'), file('certificate.pem')];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, '-keyout', file('ca.key'), '-out', ca);
  openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', key, '-out', file('request'));
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  const signed = ['-CA', ca, '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')];
  openssl('x509', '-req', '-in', file('request'), ...signed, '-days', '2', '-out', certificate);
  return { ca, key, certificate };
}
