import type { User } from '@app/contract/people/users';
import type { Lang } from '@app/contract/platform/languages';
import { hasPermission, type Viewer } from '../../platform/http/viewer.ts';
import { nameToShow } from '../../reference/reference.public.ts';
import { allPermissions, isStaffAccount } from './accounts.public.ts';
import { type Bond, NO_BOND, reaches } from './bond.public.ts';
import type { PersonView } from './person-views.ts';
import { isUnavailable, showBond, showPrivacy, showUnavailable } from './show-bond.ts';
import { maySeePrivate, maySeeWhole } from './users.policy.ts';
import { type PhoneOwner, showPhone } from './users.public.ts';
import type { UserRow, WholeUserRow } from './users.queries.ts';

/**
 * A person as this viewer may see them. Private fields are added for the person and staff, never removed for the others.
 * Signed-in viewers bring their `view` of the person.
 */
export function showUser(
  row: UserRow | WholeUserRow,
  viewer: Viewer,
  view?: PersonView,
  isPhoneUncovered = false,
): User {
  if (view !== undefined && isUnavailable(viewer, row, view.bond)) return showUnavailable(row, view.bond);
  const isReachable = maySeePrivate(viewer, row.id);
  const isWhole = maySeeWhole(viewer, { id: row.id, isStaff: isStaffAccount(row) });
  return {
    ...showPublic(row, viewer, view?.bond, isPhoneUncovered),
    ...(viewer.userId !== null && { referral: row.referral_code, familystatus: row.family_status }),
    ...(view !== undefined && showBond(row, viewer, view)),
    ...(view !== undefined && reaches(row.see_email, view.bond) && { email: row.email }),
    ...('rating_year_count' in row && { rating_year_count: row.rating_year_count }),
    ...(isReachable && { email: row.email }),
    ...(isWhole && showPrivate(row)),
    ...(viewer.userId === row.id && showOwn(row)),
    ...(isWhole && row.legal_status === 1 && { bank: showBank(row) }),
    ...(viewer.userId === row.id && { privacy: showPrivacy(row) }),
    ...(hasPermission(viewer, 'users.read') && {
      deleted: row.deleted_at !== null || row.status === 'suspended' ? 1 : 0,
    }),
  };
}

/**
 * A person in a list: as {@link showUser}, but numbers and mails are not handed out by the page, to staff neither. They have a list
 * of their own, and who looks at it is written down.
 */
export function showCard(row: UserRow, viewer: Viewer, view?: PersonView): User {
  if (viewer.userId === row.id) return showUser(row, viewer, view);
  if (view !== undefined && isUnavailable(viewer, row, view.bond)) return showUnavailable(row, view.bond);
  const { phone: _, ...card } = showPublic(row, viewer, view?.bond);
  return { ...card, ...(view !== undefined && showBond(row, viewer, view)) };
}

export const phoneOf = ({ id, phone, see_phone }: UserRow, bond: Bond = NO_BOND): PhoneOwner => ({
  id,
  phone,
  hidesPhone: !reaches(see_phone, bond),
});

function showPublic(row: UserRow, viewer: Viewer, bond?: Bond, isPhoneUncovered = false): User {
  const phone = showPhone(viewer, phoneOf(row, bond), isPhoneUncovered);
  return {
    id: row.id,
    photo: row.photo,
    firstname: row.firstname,
    lastname: row.lastname,
    middlename: row.middlename,
    position: row.position,
    description: row.description,
    country_id: row.country_id,
    city_id: row.city_id,
    location: { country: showPlace(row.country, viewer.lang), city: showPlace(row.city, viewer.lang) },
    payed: row.is_paid ? 1 : 0,
    rating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    ads_count: row.ads_count,
    allow_to_call: row.may_call === 'all' ? 1 : 0,
    legal_status: row.legal_status,
    registered: row.registered_at.toISOString(),
    verified: showVerified(row),
    ...(phone !== undefined && { phone }),
  };
}

function showPrivate(row: UserRow): Partial<User> {
  return {
    login: row.login,
    email: row.email,
    country_code: row.phone_country_code,
    country_iso: row.phone_country_iso,
    permissions: allPermissions(row),
    groups: row.groups,
    is_superuser: row.is_superuser,
    virtualpay: row.virtualpay_kopecks,
    bonus: row.bonus_kopecks,
    payed_until: row.paid_until?.toISOString() ?? null,
  };
}

/** What only the person is told: what waits for a code, and which state of the profile this is. */
function showOwn(row: UserRow | WholeUserRow): Partial<User> {
  const { revision } = row;
  if (!('email_pending' in row)) return { revision };
  return { revision, email_pending: row.email_pending, phone_pending: row.phone_pending };
}

/** A legal entity's number counts as proved when staff compared it: its control digits prove nothing. */
function showVerified(row: UserRow): NonNullable<User['verified']> {
  const inn = row.legal_status === 1 ? row.inn_verified_at : null;
  return {
    email: row.email_verified_at?.toISOString() ?? null,
    phone: row.phone_verified_at?.toISOString() ?? null,
    inn: inn?.toISOString() ?? null,
  };
}

function showBank(row: UserRow): NonNullable<User['bank']> {
  const { bank_name, bank_account, bank_cor, bank_inn, bank_kpp, bank_bik } = row;
  return { bank_name, bank_account, bank_cor, bank_inn, bank_kpp, bank_bik };
}

function showPlace(row: UserRow['country'], lang: Lang): User['location']['country'] {
  if (row === null) return null;
  const { id, name_native, name_en } = row;
  return { id, name_native, name_en, name: nameToShow(row, lang) };
}
