import { authApi } from '@app/contract/people/auth';
import { PASSWORD } from '../../world.ts';
import { allGet, everyone, NOBODY, phoneDigits, row, setFor, staffElse, word } from '../row.ts';

export const authRows = [
  row(authApi.login, everyone, ({ owner }) => ({ body: { login: owner.login, password: PASSWORD } })),
  row(
    authApi.login,
    allGet('wrong_credentials'),
    ({ owner }) => ({ body: { login: owner.login, password: `${PASSWORD}!` } }),
    'with a wrong password',
  ),
  row(authApi.refresh, setFor(everyone, NOBODY, 'session_expired')),
  row(authApi.logout, everyone),
  row(authApi.signup, everyone, () => ({
    body: {
      user_firstname: 'Новый',
      user_lastname: 'Человек',
      user_phone: phoneDigits(),
      user_country_code: '7',
      user_login: `matrix${word()}`,
      user_email: `${word()}@example.com`,
      user_password: PASSWORD,
    },
  })),
  row(authApi.checkSignUp, everyone, () => ({ body: { user_login: `matrix${word()}`, user_password: PASSWORD } })),
  row(authApi.sendAgain, everyone, async (scene) => ({ body: { user_id: await scene.newcomer() } })),
  row(authApi.activationState, everyone, async (scene) => ({ params: { user_id: await scene.newcomer() } })),
  row(authApi.correctEmail, allGet('forbidden'), async (scene) => ({
    params: { user_id: await scene.newcomer() },
    body: { email: `${word()}@example.com` },
  })),
  row(authApi.checkCode, allGet('code_wrong'), async (scene) => ({
    body: { user_id: await scene.newcomer(), sms_code: '000000' },
  })),
  row(authApi.confirm, staffElse('grant_required'), async (scene) => ({ body: { user_id: await scene.newcomer() } })),
  row(authApi.recovery, everyone, ({ owner }) => ({ body: { user: owner.login } })),
  row(authApi.recoveryConfirm, allGet('code_wrong'), ({ owner }) => ({
    body: { user_id: owner.id, email_code: '000000' },
  })),
  row(authApi.recoveryChange, allGet('grant_required'), ({ owner }) => ({
    body: { user_id: owner.id, first_password: 'drugoj-parol-22', second_password: 'drugoj-parol-22' },
  })),
  row(authApi.referral, everyone, ({ owner }) => ({ body: { user_referral: owner.referral } })),
];
