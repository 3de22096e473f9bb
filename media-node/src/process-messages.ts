import type { CertificateFiles } from './own-certificate.ts';

/** The supervisor hands these to the process as JSON in the variable {@link SETTINGS_VARIABLE}. */
export interface MediaSettings {
  host: string;
  port: number;
  /** IP addresses of this machine that browsers send media to. Undefined: those of its network interfaces. */
  announce?: readonly string[];
  publicUrl: string;
  /** Undefined: plain HTTP. */
  tls?: CertificateFiles | undefined;
  secret: string;
  /** Folder of recorded segments that are not fetched yet. */
  folder: string;
  logLevel: string;
}

export const SETTINGS_VARIABLE = 'MEDIA_NODE_SETTINGS';

export interface ReadyMessage {
  type: 'ready';
  port: number;
}

/** Exit code when the library has no build for the platform; a restart would not help. */
export const NO_LIBRARY_EXIT_CODE = 78;
