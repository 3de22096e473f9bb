import type { DeviceKind } from '@app/contract/people/security';
import Bowser from 'bowser';

/** Longer ones say nothing more. */
export const USER_AGENT_MAX = 300;

/** What a request says of where it comes from. */
export interface Device {
  ip: string;
  userAgent: string | undefined;
}

export interface DeviceDescription {
  /** Browser and system, «Firefox, Windows»; empty when the program does not say. */
  device: string;
  kind: DeviceKind;
}

const KINDS: Readonly<Record<string, DeviceKind>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
  tv: 'tv',
};

/** What a device is, as far as its user agent says. */
export function describeDevice(userAgent: string): DeviceDescription {
  if (userAgent === '') return { device: '', kind: 'program' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const device = [browser.name, os.name].filter(Boolean).join(', ');
  return { device, kind: KINDS[platform.type ?? ''] ?? 'program' };
}
