import { CODE_TTL_SECONDS } from '@app/contract/people/auth';
import { CONTACT_REVERT_DAYS, type ContactKind, type PendingContact } from '@app/contract/people/contacts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { EmailRequest } from '../../platform/mail/mail.ts';
import type { Contact, ContactOwner } from '../users/contacts.public.ts';
import { maskPhone } from '../users/users.public.ts';

/** Enough to recognize an own address, not enough to write to it. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at > 2 ? 2 : 1)}•••${address.slice(at)}`;
}

export const maskContact = (kind: ContactKind, value: string): string =>
  kind === 'email' ? maskEmail(value) : maskPhone(value);

/** Sends a code by the channel that proves most. An unsent earlier code is replaced. */
export async function sendContactCode(
  { mail, sms }: Services,
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
  owner: ContactOwner;
  contact: Contact;
  link: string | undefined;
  when: Date;
}

/**
 * Notifies the old address, with a link to revert, and the new one. A change of phone is reported by email and, where
 * possible, by SMS to the old number.
 */
export async function notifyContactChanged(
  { mail, sms }: Services,
  tx: Tx,
  changed: ContactChangeNotice,
): Promise<void> {
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

/** Notifies both addresses, since staff set the contact without a confirmation. */
export async function notifyContactSetByStaff(
  { mail, sms }: Services,
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
  email: string;
  removedAddresses: readonly string[];
  when: Date;
  link: string;
}

export async function notifyContactReverted(
  { mail }: Services,
  tx: Tx,
  { lang, email, removedAddresses, when, link }: ContactReversion,
): Promise<void> {
  const values = { when: when.toISOString() };
  await mail.queueAll(tx, [
    { template: 'contact_taken_back', to: email, lang, values: { ...values, link } },
    ...removedAddresses.map((to) => ({ template: 'contact_dropped', to, lang, values })),
  ]);
}
