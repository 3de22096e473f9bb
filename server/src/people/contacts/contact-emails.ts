import { CODE_TTL_SECONDS } from '@app/contract/people/auth';
import { CONTACT_REVERT_DAYS, type ContactKind, type PendingContact } from '@app/contract/people/contacts';
import type { Tx } from '../../platform/database/tables.ts';
import type { EmailRequest } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import type { Contact, ContactOwner } from '../users/contacts.public.ts';
import { maskPhone } from '../users/users.public.ts';

type Parts = Pick<Services, 'mail' | 'sms'>;

/** Enough to recognise one's own address, not enough to write to it. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at > 2 ? 2 : 1)}•••${address.slice(at)}`;
}

export const maskContact = (kind: ContactKind, value: string): string =>
  kind === 'email' ? maskEmail(value) : maskPhone(value);

/** Send a code where it proves most. A code that was not sent yet gives way to the new one. */
export async function sendContactCode(
  { mail, sms }: Parts,
  tx: Tx,
  { id, email, lang }: ContactOwner,
  { kind, value, sent_to }: Contact & Pick<PendingContact, 'sent_to'>,
  { code, until }: { code: string; until: Date },
): Promise<void> {
  const key = `contact-${kind}:${id}`;
  if (sent_to === 'phone') {
    return sms.queue(tx, { to: value, lang, template: 'phone', values: { code }, until: until.toISOString(), key });
  }
  const minutes = CODE_TTL_SECONDS / 60;
  const message: Pick<EmailRequest, 'template' | 'to' | 'values'> =
    sent_to === 'email'
      ? { template: 'email_code', to: value, values: { code, minutes } }
      : { template: 'phone_code', to: email, values: { code, minutes, phone: value } };
  await mail.queue(tx, { ...message, lang, key });
}

interface ContactChangeNotice {
  /** The person before the change. */
  owner: ContactOwner;
  contact: Contact;
  /** Takes it back. */
  link: string | undefined;
  when: Date;
}

/** Tell the old address, with a way back, and the new one. Of a number the mail is told, and the old number where that can be. */
export async function notifyContactChanged({ mail, sms }: Parts, tx: Tx, changed: ContactChangeNotice): Promise<void> {
  const { owner, contact, link, when } = changed;
  const { email, phone, lang } = owner;
  const values = {
    when: when.toISOString(),
    value: maskContact(contact.kind, contact.value),
    days: CONTACT_REVERT_DAYS,
  };
  const templateName = link === undefined ? 'phone_added' : `${contact.kind}_changed`;
  await mail.queue(tx, { template: templateName, to: email, lang, values: { ...values, ...(link && { link }) } });
  if (contact.kind === 'email') {
    await mail.queue(tx, { template: 'email_confirmed', to: contact.value, lang, values: { when: values.when } });
  } else if (phone !== null && sms.isAvailable) {
    await sms.queue(tx, { to: phone, lang, template: 'phone_changed', values: {} });
  }
}

/** Staff changed it: nothing was proved, so both addresses hear of it. */
export async function notifyContactSetByStaff(
  { mail, sms }: Parts,
  tx: Tx,
  { owner, contact, when }: Omit<ContactChangeNotice, 'link'>,
): Promise<void> {
  const { email, phone, lang } = owner;
  const values = {
    when: when.toISOString(),
    kind: contact.kind,
    value: maskContact(contact.kind, contact.value),
  };
  const addresses = contact.kind === 'email' ? [email, contact.value] : [email];
  await mail.queueAll(
    tx,
    addresses.map((to) => ({ template: 'contact_set', to, lang, values })),
  );
  if (contact.kind === 'phone' && phone !== null && sms.isAvailable) {
    await sms.queue(tx, { to: phone, lang, template: 'phone_changed', values: {} });
  }
}

interface ContactReversion {
  lang: ContactOwner['lang'];
  /** Where the person is written to from now on. */
  email: string;
  /** Addresses that are the person's no more. */
  removedAddresses: readonly string[];
  when: Date;
  /** Where a new password is set. */
  link: string;
}

export async function notifyContactReverted(
  { mail }: Pick<Parts, 'mail'>,
  tx: Tx,
  { lang, email, removedAddresses, when, link }: ContactReversion,
): Promise<void> {
  const values = { when: when.toISOString() };
  await mail.queueAll(tx, [
    { template: 'contact_taken_back', to: email, lang, values: { ...values, link } },
    ...removedAddresses.map((to) => ({ template: 'contact_dropped', to, lang, values })),
  ]);
}
