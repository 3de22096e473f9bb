import type { Account } from '@app/contract/staff/staff';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { usersApi } from '#contract/people/users';
import { auditApi } from '#contract/platform/audit';
import { staffApi } from '#contract/staff/staff';
import { useReauthentication } from '../../../people/security/reauthentication-dialog.tsx';
import { call } from '../../../platform/call.ts';
import { formatDate, formatDateTime, formatPhone } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/account-page.ts';
import { AuditList } from './audit-list.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { listCountryChoices } from './list-country-choices.ts';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { personName } from './person-name.ts';
import { RecentComments } from './recent-comments.tsx';
import { RequestExportDialog } from './request-export-dialog.tsx';
import { RoleCard } from './role-card.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

export const handle = {
  texts: ['admin', 'admin-people', 'registration', 'reference', 'errors', 'security', 'auth'],
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
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<Open>();
  const reauthentication = useReauthentication();
  if (account === null) return <LoadFailed title={t('admin.failed')} />;
  const { user, can } = account;
  const close = (): void => setOpen(undefined);
  const saved = (message: string): void => {
    close();
    toast.success(message);
    void revalidate();
  };
  return (
    <AdminPage title={personName(user)}>
      <section className={styles.card} aria-label={t('admin-people.profile')}>
        <div className={styles.who}>
          <UserPic {...user} size={PIC_SIZE} />
          <State account={account} />
          <Link to={`/user/${user.id}`} className="link">
            {t('admin-people.page')}
          </Link>
        </div>
        <Profile account={account} />
        <Actions account={account} onOpen={setOpen} />
      </section>
      <section className={styles.card} aria-labelledby="facts">
        <h2 id="facts">{t('admin-people.facts')}</h2>
        <AccountDetails account={account} />
      </section>
      <Sanctions account={account} />
      <RecentComments comments={account.recent_comments} />
      {can.roles === 1 && (
        <RoleCard key={account.role} account={account} reauthentication={reauthentication} onSaved={saved} />
      )}
      {entries !== null && (
        <section className={styles.card} aria-labelledby="entries">
          <h2 id="entries">{t('admin-people.audit.about')}</h2>
          <AuditList entries={entries} />
          <p className={styles.hint}>
            <Link to={`/admin/audit?about=${user.id}`} className="link">
              {t('admin-people.audit.all')}
            </Link>
          </p>
        </section>
      )}
      {reauthentication.dialog}
      {open === 'edit' && <PersonDialog person={user} countries={countries} onClose={close} onSaved={saved} />}
      {open === 'suspend' && <SuspendDialog user={user} onClose={close} onSaved={saved} />}
      {open === 'erase' && <EraseDialog account={account} onClose={close} onSaved={saved} />}
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
  const proved = (since: string | null | undefined): string =>
    since ? ` · ${t('admin-people.proved', { when: formatDate(since) })}` : '';
  const place = [user.location.country?.name, user.location.city?.name].filter(Boolean).join(', ');
  const facts: [string, string | undefined][] = [
    [t('admin-people.number'), String(user.id)],
    [t('registration.form.middlename'), user.middlename],
    [t('registration.form.email'), user.email && `${user.email}${proved(verified?.email)}`],
    [t('registration.form.phone'), user.phone && `${formatPhone(user.phone)}${proved(verified?.phone)}`],
    [t('registration.form.login'), user.login],
    [t('admin-people.referral'), user.referral],
    [t('registration.form.position'), user.position],
    [t('admin-people.place'), place],
    [t('admin-people.bank'), bank && [bank.bank_name, bank.bank_account, bank.bank_bik].filter(Boolean).join(' · ')],
    [t('admin-people.inn'), bank?.bank_inn && `${bank.bank_inn}${proved(verified?.inn)}`],
  ];
  return (
    <dl className={styles.facts} style={{ marginTop: 'var(--ok-space-4)' }}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Actions({ account, onOpen }: { account: Account; onOpen: (what: Open) => void }) {
  const t = useText('admin-people', 'admin');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useStaffSubmit();
  const { user, can, state } = account;
  const send = (action: () => Promise<unknown>, message: string): void =>
    void submit(async () => {
      await action();
      toast.success(message);
      void revalidate();
    });
  const isInnOpen = can.edit === 1 && user.bank !== undefined && user.bank.bank_inn !== '';
  const isProved = user.verified?.inn != null;
  return (
    <div className={styles.buttons}>
      {can.edit === 1 && state !== 'erased' && user.login !== undefined && (
        <button type="button" className={button('plain')} onClick={() => onOpen('edit')}>
          {t('admin.edit')}
        </button>
      )}
      {isInnOpen && (
        <button
          type="button"
          className={button('plain')}
          aria-busy={isSending}
          onClick={() =>
            send(
              () => call(usersApi.change, { params: { id: user.id }, body: { inn_verified: isProved ? 0 : 1 } }),
              t('admin-people.saved'),
            )
          }
        >
          {t(isProved ? 'admin-people.inn.unprove' : 'admin-people.inn.prove')}
        </button>
      )}
      {can.export === 1 && state !== 'erased' && (
        <button type="button" className={button('plain')} onClick={() => onOpen('export')}>
          {t('admin-people.export')}
        </button>
      )}
      {can.money === 1 && (
        <Link to={`/admin/payers/${user.id}`} className={button('plain')}>
          {t('admin-people.payments')}
        </Link>
      )}
      {can.suspend === 1 && state === 'suspended' && (
        <button
          type="button"
          className={button('plain')}
          aria-busy={isSending}
          onClick={() => send(() => call(staffApi.restore, { body: { ids: [user.id] } }), t('admin-people.restored'))}
        >
          {t('admin-people.restore')}
        </button>
      )}
      {can.suspend === 1 && state !== 'suspended' && state !== 'erased' && (
        <button type="button" className={button('danger')} onClick={() => onOpen('suspend')}>
          {t('admin-people.suspend')}
        </button>
      )}
      {can.erase === 1 && (
        <button type="button" className={button('danger')} onClick={() => onOpen('erase')}>
          {t('admin-people.erase')}
        </button>
      )}
    </div>
  );
}

function AccountDetails({ account }: { account: Account }) {
  const t = useText('admin-people');
  const { user, invited_by } = account;
  const numbers = [
    'ads',
    'publications',
    'comments',
    'complaints_by',
    'complaints_about',
    'invited',
    'sessions',
    'devices',
  ] as const;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('admin-people.registered')}</dt>
        <dd>{formatDateTime(user.registered)}</dd>
      </div>
      {account.last_seen && (
        <div>
          <dt>{t('admin-people.seen')}</dt>
          <dd>{formatDateTime(account.last_seen)}</dd>
        </div>
      )}
      <div>
        <dt>{t('admin-people.paid')}</dt>
        <dd>
          {user.payed_until && user.payed === 1
            ? t('admin-people.paid.until', { when: formatDate(user.payed_until) })
            : t(user.payed === 1 ? 'admin-people.yes' : 'admin-people.no')}
        </dd>
      </div>
      {numbers.map((name) => (
        <div key={name}>
          <dt>{t(`admin-people.count.${name}`)}</dt>
          <dd>{account[name]}</dd>
        </div>
      ))}
      {invited_by && (
        <div>
          <dt>{t('admin-people.invitedBy')}</dt>
          <dd>
            <Link to={`/admin/users/${invited_by.id}`} className="link">
              {invited_by.name || invited_by.id}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Sanctions({ account: { measures } }: { account: Account }) {
  const t = useText('admin-people');
  if (measures.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="measures">
      <h2 id="measures">{t('admin-people.measures')}</h2>
      <ul className={styles.list} style={{ margin: 0 }}>
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
    </section>
  );
}
