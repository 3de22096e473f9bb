import type { Account } from '@app/contract/staff/staff';
import { useState } from 'react';
import { Link } from 'react-router';
import { REASON_MAX, usersApi } from '#contract/people/users';
import { auditApi } from '#contract/platform/audit';
import { staffApi } from '#contract/staff/staff';
import { useReauthentication } from '../../../people/security/reauthentication-dialog.tsx';
import { call } from '../../../platform/call.ts';
import { formatDate, formatDateTime } from '../../../platform/format/format.ts';
import { usePhoneFormat } from '../../../platform/format/phone.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { ReasonDialog } from '../frame/staff-form.tsx';
import { mayDo, staffHost } from '../frame/staff-host.ts';
import { panel, StaffSection } from '../frame/staff-section.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { Facts } from '../table/cells.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/account-page.ts';
import { AuditList } from './audit-list.tsx';
import { LargePageNote } from './large-page-note.tsx';
import { listCountryChoices } from './list-country-choices.ts';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { personName } from './person-draft.ts';
import { RecentComments } from './recent-comments.tsx';
import { RequestExportDialog } from './request-export-dialog.tsx';
import { RoleCard } from './role-card.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

export const handle = {
  texts: ['admin', 'admin-people', 'registration', 'reference', 'errors', 'security', 'auth', 'admin-audit'],
  frame: false,
} satisfies PageHandle;

const ENTRIES = 10;
const PIC_SIZE = 64;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi, viewer } = staffHost(input, 'users.read');
  const id = Number(input.params.id);
  const [account, countries, audit] = await Promise.all([
    orFailed(callApi(staffApi.account, { params: { id } })),
    listCountryChoices(callApi),
    mayDo(viewer, 'audit.read') ? orFailed(callApi(auditApi.list, { query: { about: id, size: ENTRIES } })) : null,
  ]);
  return { account, countries, entries: audit?.entries ?? null };
}

type Open = 'edit' | 'suspend' | 'erase' | 'export';

export default function AccountPage({ loaderData: { account, countries, entries } }: Route.ComponentProps) {
  const t = useText('admin-people', 'admin');
  const [open, setOpen] = useState<Open>();
  const reauthentication = useReauthentication();
  if (account === null) return <LoadFailed title={t('admin.failed')} />;
  const { user, can } = account;
  const close = (): void => setOpen(undefined);
  return (
    <AdminPage title={personName(user)}>
      <section className={panel} aria-label={t('admin-people.profile')}>
        <div className={styles.who}>
          <UserPic {...user} size={PIC_SIZE} />
          <State account={account} />
          <Link to={`/user/${user.id}`} className="link">
            {t('admin-people.page')}
          </Link>
        </div>
        {user.large_page === 1 && <LargePageNote />}
        <Profile account={account} />
        <Actions account={account} onOpen={setOpen} />
      </section>
      <StaffSection title={t('admin-people.facts')}>
        <AccountDetails account={account} />
      </StaffSection>
      <Sanctions account={account} />
      <RecentComments comments={account.recent_comments} />
      {can.roles === 1 && <RoleCard key={account.role} account={account} reauthentication={reauthentication} />}
      {entries !== null && (
        <StaffSection title={t('admin-people.audit.about')}>
          <AuditList entries={entries} />
          <p className={styles.hint}>
            <Link to={`/admin/audit?about=${user.id}`} className="link">
              {t('admin-people.audit.all')}
            </Link>
          </p>
        </StaffSection>
      )}
      {reauthentication.dialog}
      {open === 'edit' && <PersonDialog person={user} countries={countries} onClose={close} />}
      {open === 'suspend' && <SuspendDialog user={user} onClose={close} />}
      {open === 'erase' && <EraseDialog account={account} onClose={close} />}
      {open === 'export' && <RequestExportDialog request={{ kind: 'export_user', user_id: user.id }} onClose={close} />}
    </AdminPage>
  );
}

const STATE_COLORS = {
  active: 'good',
  registered: 'warning',
  suspended: 'bad',
  left: 'warning',
  erased: 'bad',
} as const;

function State({ account: { state, role, suspended, left } }: { account: Account }) {
  const t = useText('admin-people', 'admin');
  const since = state === 'suspended' ? suspended : state === 'left' ? left : null;
  return (
    <span>
      <StatusBadge color={STATE_COLORS[state]}>{t(`admin-people.is.${state}`)}</StatusBadge>{' '}
      {since && formatDateTime(since)} {role && <StatusBadge>{t(`admin.role.${role}`)}</StatusBadge>}
    </span>
  );
}

function Profile({ account: { user } }: { account: Account }) {
  const t = useText('admin-people', 'registration');
  const { verified, bank } = user;
  const phone = usePhoneFormat(user.phone ?? '');
  const proved = (since: string | null | undefined): string =>
    since ? ` · ${t('admin-people.proved', { when: formatDate(since) })}` : '';
  const place = [user.location.country?.name, user.location.city?.name].filter(Boolean).join(', ');
  const facts: [string, string | undefined][] = [
    [t('admin-people.number'), String(user.id)],
    [t('registration.form.middlename'), user.middlename],
    [t('registration.form.email'), user.email && `${user.email}${proved(verified?.email)}`],
    [t('registration.form.phone'), phone && `${phone}${proved(verified?.phone)}`],
    [t('registration.form.login'), user.login],
    [t('admin-people.referral'), user.referral],
    [t('registration.form.position'), user.position],
    [t('admin-people.place'), place],
    [t('admin-people.bank'), bank && [bank.bank_name, bank.bank_account, bank.bank_bik].filter(Boolean).join(' · ')],
    [t('admin-people.inn'), bank?.bank_inn && `${bank.bank_inn}${proved(verified?.inn)}`],
  ];
  return (
    <div className={styles.profile}>
      <Facts facts={facts} />
    </div>
  );
}

function Actions({ account, onOpen }: { account: Account; onOpen: (what: Open) => void }) {
  const t = useText('admin-people', 'admin');
  const { isSending, run } = useStaffAction();
  const { user, can, state } = account;
  const isErased = state === 'erased';
  const isProved = user.verified?.inn != null;
  const setInnProved = async () => {
    await call(usersApi.change, { params: { id: user.id }, body: { inn_verified: isProved ? 0 : 1 } });
    return t('admin-people.saved');
  };
  const restore = async () => {
    await call(staffApi.restore, { body: { ids: [user.id] } });
    return t('admin-people.restored');
  };
  const opener = (what: Open, text: string, look: 'plain' | 'danger' = 'plain') => (
    <button type="button" className={button(look)} onClick={() => onOpen(what)}>
      {text}
    </button>
  );
  const sender = (action: () => Promise<string>, text: string) => (
    <button type="button" className={button('plain')} aria-busy={isSending} onClick={() => void run(action)}>
      {text}
    </button>
  );
  return (
    <div className={styles.buttons}>
      {can.edit === 1 && !isErased && user.login !== undefined && opener('edit', t('admin.edit'))}
      {can.edit === 1 &&
        user.bank !== undefined &&
        user.bank.bank_inn !== '' &&
        sender(setInnProved, t(isProved ? 'admin-people.inn.unprove' : 'admin-people.inn.prove'))}
      {can.export === 1 && !isErased && opener('export', t('admin-people.export'))}
      {can.money === 1 && (
        <Link to={`/admin/payers/${user.id}`} className={button('plain')}>
          {t('admin-people.payments')}
        </Link>
      )}
      {can.suspend === 1 && state === 'suspended' && sender(restore, t('admin-people.restore'))}
      {can.suspend === 1 &&
        state !== 'suspended' &&
        !isErased &&
        opener('suspend', t('admin-people.suspend'), 'danger')}
      {can.erase === 1 && opener('erase', t('admin-people.erase'), 'danger')}
    </div>
  );
}

/** Requests the permanent erasure of a suspended user, which another staff member approves. */
function EraseDialog({ account: { user, erasable_from }, onClose }: { account: Account; onClose: () => void }) {
  const t = useText('admin-people');
  const erase = async (reason: string) => {
    const { approval_id } = await call(usersApi.erase, { params: { id: user.id }, body: { reason } });
    return t(approval_id === undefined ? 'admin-people.erased' : 'admin-people.asked');
  };
  return (
    <ReasonDialog
      title={t('admin-people.erase.question', { name: personName(user) })}
      verb={t('admin-people.erase')}
      label={t('admin-people.reason')}
      withAsterisk
      minRows={3}
      maxLength={REASON_MAX}
      send={erase}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('admin-people.erase.text')}</p>
      {erasable_from && (
        <p className={styles.hint}>{t('admin-people.erase.from', { when: formatDate(erasable_from) })}</p>
      )}
    </ReasonDialog>
  );
}

const COUNTS = [
  'ads',
  'publications',
  'comments',
  'complaints_by',
  'complaints_about',
  'invited',
  'sessions',
  'devices',
] as const;

function AccountDetails({ account }: { account: Account }) {
  const t = useText('admin-people');
  const { user, invited_by, last_seen } = account;
  const paid =
    user.payed_until && user.payed === 1
      ? t('admin-people.paid.until', { when: formatDate(user.payed_until) })
      : t(user.payed === 1 ? 'admin-people.yes' : 'admin-people.no');
  const inviter = invited_by && (
    <Link to={`/admin/users/${invited_by.id}`} className="link">
      {invited_by.name || invited_by.id}
    </Link>
  );
  return (
    <Facts
      facts={[
        [t('admin-people.registered'), formatDateTime(user.registered)],
        [t('admin-people.seen'), last_seen && formatDateTime(last_seen)],
        [t('admin-people.paid'), paid],
        ...COUNTS.map((name) => [t(`admin-people.count.${name}`), account[name]] as const),
        [t('admin-people.invitedBy'), inviter],
      ]}
    />
  );
}

function Sanctions({ account: { measures } }: { account: Account }) {
  const t = useText('admin-people');
  if (measures.length === 0) return null;
  return (
    <StaffSection title={t('admin-people.measures')}>
      <ul className={styles.log}>
        {measures.map(({ id, kind, reason, timestamp, until, running }) => (
          <li key={id} className={styles.row}>
            <StatusBadge color={running === 1 ? 'bad' : undefined}>
              {t(`admin-people.measure.${kind}` as 'admin-people.measure.warn')}
            </StatusBadge>{' '}
            {formatDateTime(timestamp)}
            {until && ` → ${formatDateTime(until)}`}
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </StaffSection>
  );
}
