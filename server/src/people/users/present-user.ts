import type { User } from '@app/contract/people/users';
import type { Lang } from '@app/contract/platform/languages';
import { hasPermission, type Viewer } from '../../platform/http/viewer.ts';
import { localizedReferenceName } from '../../reference/reference.public.ts';
import { isWithinAudience, NO_RELATIONSHIP, type Relationship } from '../relationships/relationship.public.ts';
import { allPermissions, isStaffAccount } from './accounts.public.ts';
import { isUnavailable, presentPrivacy, presentRelationship, presentUnavailableUser } from './present-relationship.ts';
import type { UserView } from './user-views.ts';
import { mayViewAccountDetails, mayViewPrivate } from './users.policy.ts';
import { type PhoneOwner, presentPhone } from './users.public.ts';
import type { UserDetailsRow, UserRow } from './users.queries.ts';

/**
 * Presents a user. Private fields are added for the user and staff, never removed for others. Signed-in viewers pass
 * their `view` of the user.
 */
export function presentUser(
  row: UserRow | UserDetailsRow,
  viewer: Viewer,
  view?: UserView,
  isPhoneRevealed = false,
): User {
  if (view !== undefined && isUnavailable(viewer, row, view.relationship))
    return presentUnavailableUser(row, view.relationship);
  const mayViewContacts = mayViewPrivate(viewer, row.id);
  const mayViewDetails = mayViewAccountDetails(viewer, { id: row.id, isStaff: isStaffAccount(row) });
  return {
    ...presentPublicFields(row, viewer, view?.relationship, isPhoneRevealed),
    ...(viewer.userId !== null && { referral: row.referral_code, familystatus: row.family_status }),
    ...(view !== undefined && presentRelationship(row, viewer, view)),
    ...(view !== undefined && isWithinAudience(row.see_email, view.relationship) && { email: row.email }),
    ...('rating_year_count' in row && { rating_year_count: row.rating_year_count }),
    ...(mayViewContacts && { email: row.email }),
    ...(mayViewDetails && presentAccountDetails(row)),
    ...(viewer.userId === row.id && presentOwnFields(row)),
    ...(mayViewDetails && row.legal_status === 1 && { bank: presentBankDetails(row) }),
    ...(viewer.userId === row.id && { privacy: presentPrivacy(row) }),
    ...(hasPermission(viewer, 'users.read') && {
      deleted: row.deleted_at !== null || row.status === 'suspended' ? 1 : 0,
      large_page: row.is_large_page ? 1 : 0,
    }),
  };
}

/**
 * As {@link presentUser}, but without phone numbers and emails, even for staff, whose own list records views in the
 * audit log.
 */
export function presentUserCard(row: UserRow, viewer: Viewer, view?: UserView): User {
  if (viewer.userId === row.id) return presentUser(row, viewer, view);
  if (view !== undefined && isUnavailable(viewer, row, view.relationship))
    return presentUnavailableUser(row, view.relationship);
  const { phone: _, ...card } = presentPublicFields(row, viewer, view?.relationship);
  return { ...card, ...(view !== undefined && presentRelationship(row, viewer, view)) };
}

export const toPhoneOwner = (
  { id, phone, see_phone }: UserRow,
  relationship: Relationship = NO_RELATIONSHIP,
): PhoneOwner => ({
  id,
  phone,
  isPhoneHidden: !isWithinAudience(see_phone, relationship),
});

function presentPublicFields(row: UserRow, viewer: Viewer, relationship?: Relationship, isPhoneRevealed = false): User {
  const phone = presentPhone(viewer, toPhoneOwner(row, relationship), isPhoneRevealed);
  return {
    id: row.id,
    photo: row.photo,
    firstname: row.firstname,
    lastname: row.lastname,
    middlename: row.middlename,
    position: row.position,
    activity: row.activity,
    ...(row.legal_status === 1 && row.company_name !== '' && { company_name: row.company_name }),
    description: row.description,
    country_id: row.country_id,
    city_id: row.city_id,
    location: { country: presentPlace(row.country, viewer.lang), city: presentPlace(row.city, viewer.lang) },
    payed: row.is_paid ? 1 : 0,
    rating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    ads_count: row.ads_count,
    allow_to_call: row.may_call === 'all' ? 1 : 0,
    legal_status: row.legal_status,
    registered: row.registered_at.toISOString(),
    verified: presentVerifications(row),
    ...(phone !== undefined && { phone }),
  };
}

function presentAccountDetails(row: UserRow): Partial<User> {
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

/** Fields for the user only: the district, pending contacts and the revision. */
function presentOwnFields(row: UserRow | UserDetailsRow): Partial<User> {
  const { revision, district } = row;
  if (!('email_pending' in row)) return { revision, district };
  return { revision, district, email_pending: row.email_pending, phone_pending: row.phone_pending };
}

/** An INN counts as verified only after staff compared it with the register, not by its check digits. */
function presentVerifications(row: UserRow): NonNullable<User['verified']> {
  const inn = row.legal_status === 1 ? row.inn_verified_at : null;
  return {
    email: row.email_verified_at?.toISOString() ?? null,
    phone: row.phone_verified_at?.toISOString() ?? null,
    inn: inn?.toISOString() ?? null,
  };
}

function presentBankDetails(row: UserRow): NonNullable<User['bank']> {
  const { bank_name, bank_account, bank_cor, bank_inn, bank_kpp, bank_bik } = row;
  return { bank_name, bank_account, bank_cor, bank_inn, bank_kpp, bank_bik };
}

function presentPlace(row: UserRow['country'], lang: Lang): User['location']['country'] {
  if (row === null) return null;
  const { id, name_native, name_en } = row;
  return { id, name_native, name_en, name: localizedReferenceName(row, lang) };
}
