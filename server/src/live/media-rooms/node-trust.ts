import { X509Certificate } from 'node:crypto';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { readCertificate } from '@app/media-node/own-certificate';
import type { Config } from '../../platform/config.ts';

type TrustConfig = Pick<Config, 'tls' | 'internalCa'> & { media: Pick<Config['media'], 'urls'> };

/** Whose certificate a media node has to show. */
export function trustOfNodes({ tls, internalCa, media }: TrustConfig): ConnectionOptions {
  // Addresses of nodes elsewhere are those that browsers use, so that public authorities vouch for them too.
  if (media.urls !== undefined)
    return internalCa === undefined ? {} : { ca: [...getCACertificates('default'), internalCa] };
  if (tls === undefined) return {};
  // The node beside this process shows the certificate of this machine, which may name anything but 127.0.0.1: that
  // certificate is trusted itself, and nothing that its authority signed besides.
  const own = new X509Certificate(readCertificate(tls).cert).toString();
  return { ca: own, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
}
