import type { Factors } from '@app/contract/people/security';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { findRelyingParty, listPasskeys } from './passkeys.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { findReset } from './second-factor-reset.ts';

export async function getFactors({ db, config }: Services, viewer: SignedInViewer): Promise<Factors> {
  const { userId } = viewer;
  const [totp, codes, passkeys, reset] = await Promise.all([
    db.selectFrom('totp_secrets').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst(),
    countRecoveryCodes(db, userId),
    listPasskeys(db, userId),
    findReset(db, userId),
  ]);
  const since = totp?.confirmed_at ?? null;
  return {
    totp: since === null ? 0 : 1,
    totp_since: since?.toISOString() ?? null,
    codes_left: codes,
    passkeys,
    passkey_host: findRelyingParty(config)?.host ?? '',
    required: viewer.lacksSecondFactor ? 1 : 0,
    ...(viewer.lacksSecondFactor && {
      required_of: config.isEverybodyStrong ? ('everybody' as const) : ('staff' as const),
    }),
    reset_due: reset?.toISOString() ?? null,
  };
}
