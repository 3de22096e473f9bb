import { timingSafeEqual } from 'node:crypto';
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '@app/contract/people/security';
import { Secret, TOTP } from 'otpauth';

/** Tolerates clocks that are half a minute off. */
const STEPS_AROUND = [0, -1, 1] as const;
const ALGORITHM = 'SHA1';

/** Returns the 30-second step of the code, or undefined. All steps are compared in constant time. */
export function findStep(secret: Uint8Array<ArrayBuffer>, typed: string, now: Date): number | undefined {
  const given = Buffer.from(typed);
  if (given.length !== TOTP_DIGITS) return undefined;
  const current = Math.floor(now.getTime() / 1000 / TOTP_PERIOD_SECONDS);
  const steps = STEPS_AROUND.map((around) => current + around);
  return steps.filter((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), given)).at(-1);
}

function codeOf(secret: Uint8Array<ArrayBuffer>, step: number): string {
  return TOTP.generate({
    secret: new Secret({ buffer: secret.slice().buffer }),
    algorithm: ALGORITHM,
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
    timestamp: step * TOTP_PERIOD_SECONDS * 1000,
  });
}

export function describeSecret(
  secret: Uint8Array<ArrayBuffer>,
  issuer: string,
  label: string,
): { secret: string; uri: string } {
  const buffer = secret.slice().buffer;
  const totp = new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer }),
    algorithm: ALGORITHM,
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
  });
  return { secret: totp.secret.base32, uri: totp.toString() };
}
