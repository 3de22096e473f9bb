import type { DeviceKind } from '@app/contract/people/security';
import Bowser from 'bowser';

export const USER_AGENT_MAX = 300;

export interface Device {
  ip: string;
  userAgent: string | undefined;
}

export interface DeviceDescription {
  device: string;
  kind: DeviceKind;
}

const KINDS: Readonly<Record<string, DeviceKind>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
  tv: 'tv',
};

export function describeDevice(userAgent: string): DeviceDescription {
  if (userAgent === '') return { device: '', kind: 'program' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const device = [browser.name, os.name].filter(Boolean).join(', ');
  return { device, kind: KINDS[platform.type ?? ''] ?? 'program' };
}
