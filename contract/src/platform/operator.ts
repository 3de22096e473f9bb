import type { Lang } from './languages.ts';
import type { Requisites } from './site-settings.ts';

/**
 * The operator of this installation; documents and pages take the details from here.
 *
 * The values are samples. The numbers pass every checksum, so that forms and tests can use them, but belong to nobody:
 * tax office 7700 issues none, serial numbers are 0 or 1, region 00 of the bank code and postcode 000000 do not exist,
 * the mail domain is reserved (RFC 2606). Administrators put theirs in their place in `/admin/site`.
 */
export const OPERATOR = {
  inn: '7700000016',
  kpp: '770001001',
  ogrn: '1267700000006',
  /** Number in the register of personal-data operators (152-FZ, art. 22). */
  registry: '77-00-000000',
  bik: '040000050',
  account: '40702810400000000001',
  correspondentAccount: '30101810300000000050',
  email: 'support@okolo.example',
  phone: '8 800 000-00-00',
} as const;

export interface OperatorTexts {
  name: string;
  fullName: string;
  address: string;
  director: string;
  bank: string;
  hours: string;
}

export const OPERATOR_TEXTS: Record<Lang, OperatorTexts> = {
  ru: {
    name: 'ООО «Около»',
    fullName: 'Общество с ограниченной ответственностью «Около»',
    address: '000000, Россия, г. Москва, ул. Примерная, д. 1',
    director: 'Образцов Иван Иванович',
    bank: 'Банк «Образец», г. Москва',
    hours: 'ежедневно с 9:00 до 21:00 по московскому времени',
  },
  en: {
    name: 'Okolo LLC (OOO «Okolo»)',
    fullName: 'Okolo Limited Liability Company (OOO «Okolo»)',
    address: '1 Primernaya ulitsa, Moscow, 000000, Russia',
    director: 'Ivan Ivanovich Obraztsov',
    bank: 'Bank «Obrazets», Moscow',
    hours: 'daily from 9:00 to 21:00, Moscow time',
  },
  es: {
    name: 'Okolo S.R.L. (OOO «Okolo»)',
    fullName: 'Sociedad de responsabilidad limitada Okolo (OOO «Okolo»)',
    address: 'ulitsa Primernaya 1, 000000 Moscú, Rusia',
    director: 'Iván Ivánovich Obraztsov',
    bank: 'Banco «Obrazets», Moscú',
    hours: 'todos los días de 9:00 a 21:00, hora de Moscú',
  },
  de: {
    name: 'Okolo GmbH (OOO «Okolo»)',
    fullName: 'Gesellschaft mit beschränkter Haftung Okolo (OOO «Okolo»)',
    address: 'Uliza Primernaja 1, 000000 Moskau, Russland',
    director: 'Iwan Iwanowitsch Obraszow',
    bank: 'Bank «Obrasez», Moskau',
    hours: 'täglich von 9:00 bis 21:00 Uhr Moskauer Zeit',
  },
  fr: {
    name: 'Okolo SARL (OOO «Okolo»)',
    fullName: 'Société à responsabilité limitée Okolo (OOO «Okolo»)',
    address: '1, oulitsa Primernaïa, 000000 Moscou, Russie',
    director: 'Ivan Ivanovitch Obraztsov',
    bank: 'Banque «Obrazets», Moscou',
    hours: 'tous les jours de 9 h à 21 h, heure de Moscou',
  },
  it: {
    name: 'Okolo S.r.l. (OOO «Okolo»)',
    fullName: 'Società a responsabilità limitata Okolo (OOO «Okolo»)',
    address: 'ulitsa Primernaja 1, 000000 Mosca, Russia',
    director: 'Ivan Ivanovič Obrazcov',
    bank: 'Banca «Obrazec», Mosca',
    hours: 'tutti i giorni dalle 9:00 alle 21:00, ora di Mosca',
  },
  ko: {
    name: '오콜로 유한책임회사(OOO «Okolo»)',
    fullName: '오콜로 유한책임회사(OOO «Okolo»)',
    address: '러시아 모스크바시 프리메르나야 거리 1, 우편번호 000000',
    director: '이반 이바노비치 오브라즈초프',
    bank: '오브라제츠 은행(모스크바)',
    hours: '매일 9:00~21:00(모스크바 시각)',
  },
};

/** Details by the names of their placeholders in documents. */
export interface OperatorDetails extends Record<keyof typeof OPERATOR | keyof OperatorTexts, string> {
  isSample: boolean;
}

/** Documents do not leave a place empty. */
const NONE = '—';

/** What documents in this language say of the operator: the samples until an administrator has set the requisites. */
export function operatorIn(lang: Lang, requisites: Requisites | null): OperatorDetails {
  if (requisites === null) return { ...OPERATOR, ...OPERATOR_TEXTS[lang], isSample: true };
  const { legal_form: _, correspondent_account: correspondentAccount, ...own } = requisites;
  const inLanguage = (russian: string, latin: string): string => (lang === 'ru' ? russian : latin || russian) || NONE;
  return {
    isSample: false,
    name: inLanguage(own.name, own.name_latin),
    fullName: inLanguage(own.full_name, own.full_name_latin),
    address: inLanguage(own.address, own.address_latin),
    director: inLanguage(own.director, own.director_latin),
    bank: inLanguage(own.bank, own.bank_latin),
    hours: inLanguage(own.hours, own.hours_latin),
    inn: own.inn || NONE,
    kpp: own.kpp || NONE,
    ogrn: own.ogrn || NONE,
    registry: own.registry || NONE,
    bik: own.bik || NONE,
    account: own.account || NONE,
    correspondentAccount: correspondentAccount || NONE,
    email: own.email || NONE,
    phone: own.phone || NONE,
  };
}
