import { execFileSync } from 'node:child_process';
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
