import { PERMISSIONS, type Permission, permissionsOf, ROLES, type Role } from '@app/contract/platform/permissions';
import type { Account } from '@app/contract/staff/staff';
import { type FormEvent, useState } from 'react';
import { staffApi } from '#contract/staff/staff';
import type { Reauthentication } from '../../../people/security/reauthentication-dialog.tsx';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { StaffSection } from '../frame/staff-section.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { filterStyles } from '../table/address-filters.tsx';
import styles from './people.module.css';

const ofRole = (role: Role | null): readonly Permission[] =>
  permissionsOf({ is_superuser: role === 'superuser', groups: role === null ? [] : [role], permissions: [] });

export function RoleCard({ account, reauthentication }: { account: Account; reauthentication: Reauthentication }) {
  const t = useText('admin-people', 'admin');
  const [role, setRole] = useState(account.role);
  const [own, setOwn] = useState<ReadonlySet<Permission>>(new Set(account.own_permissions));
  const { isSending, run } = useStaffAction();
  const given = ofRole(role);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      const permissions = [...own].filter((permission) => !given.includes(permission));
      const body = { role, permissions: role === null ? [] : permissions };
      const saved = await reauthentication.withReauthentication(() =>
        call(staffApi.setRole, { params: { id: account.user.id }, body }),
      );
      return saved !== undefined && t('admin-people.role.saved');
    });
  }

  return (
    <StaffSection title={t('admin-people.role')}>
      <form onSubmit={handleSubmit}>
        <div className={filterStyles}>
          <label>
            {t('admin-people.role.label')}
            <select
              value={role ?? ''}
              onChange={(event) => setRole(ROLES.find((one) => one === event.currentTarget.value) ?? null)}
            >
              <option value="">{t('admin-people.role.none')}</option>
              {ROLES.map((one) => (
                <option key={one} value={one}>
                  {t(`admin.role.${one}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {role !== null && role !== 'superuser' && (
          <fieldset className={styles.rights}>
            <legend>{t('admin-people.role.rights')}</legend>
            {PERMISSIONS.map((permission) => {
              const isGiven = given.includes(permission);
              return (
                <label key={permission}>
                  <input
                    type="checkbox"
                    checked={isGiven || own.has(permission)}
                    disabled={isGiven}
                    onChange={(event) => {
                      const next = new Set(own);
                      if (event.currentTarget.checked) next.add(permission);
                      else next.delete(permission);
                      setOwn(next);
                    }}
                  />
                  {t(`admin-people.may.${permission}`)}
                </label>
              );
            })}
          </fieldset>
        )}
        <p className={styles.hint}>{t('admin-people.role.hint')}</p>
        <div className={styles.buttons}>
          <button type="submit" className={button('primary')} aria-busy={isSending}>
            {t('admin.save')}
          </button>
        </div>
      </form>
    </StaffSection>
  );
}
