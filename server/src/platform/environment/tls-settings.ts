import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { type CertificateFiles, readCertificate } from '@app/media-node/own-certificate';
import { type Addresses, findPlainAddress } from './require-tls.ts';

interface TlsEnvironment extends Addresses {
  TLS_KEY_FILE?: string | undefined;
  INTERNAL_CA_FILE?: string | undefined;
  REQUIRE_TLS: 'on' | 'off';
}

interface TlsSettings {
  tls?: CertificateFiles;
  internalCa?: string;
  requireTls: boolean;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Reads what TLS needs. `fail` gets a message that starts with the name of the setting, and must throw. */
export function readTlsSettings(env: TlsEnvironment, fail: (message: string) => never): TlsSettings {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, INTERNAL_CA_FILE: caFile } = env;
  const requireTls = env.REQUIRE_TLS === 'on';
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
  if (tls !== undefined)
    attempt(
      () => createSecureContext(readCertificate(tls)),
      (reason) => fail(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${reason}`),
    );
  const internalCa =
    caFile &&
    attempt(
      () => readAuthorities(caFile),
      (reason) => fail(`INTERNAL_CA_FILE cannot be used: ${reason}`),
    );
  const plain = requireTls ? findPlainAddress(env) : undefined;
  if (plain !== undefined) fail(plain);
  return { requireTls, ...(tls && { tls }), ...(internalCa && { internalCa }) };
}

function readAuthorities(file: string): string {
  const content = readFileSync(file, 'utf8');
  const found = content.match(CERTIFICATE) ?? [];
  for (const certificate of found) new X509Certificate(certificate);
  if (found.length === 0) throw new Error(`${file} holds no certificate`);
  return found.join('\n');
}

function attempt<T>(run: () => T, fail: (reason: string) => never): T {
  try {
    return run();
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** A database that is asked for TLS is known by these authorities alone, unless its address names others. */
export function pinDatabase(url: string | undefined, caFile: string | undefined): string | undefined {
  if (url === undefined || caFile === undefined || !/[?&]sslmode=/.test(url) || /[?&]sslrootcert=/.test(url))
    return url;
  return `${url}&sslrootcert=${encodeURIComponent(path.resolve(caFile))}`;
}
