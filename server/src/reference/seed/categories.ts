import type { CategoryIcon } from '@app/contract/reference/reference';
import type { Names } from '../reference.tables.ts';

export interface CategorySeed {
  icon: CategoryIcon;
  nameNative: string;
  nameEn: string;
  names: Names;
}

export const CATEGORIES: readonly CategorySeed[] = [
  {
    icon: 'building',
    nameNative: 'Недвижимость',
    nameEn: 'Property',
    names: { es: 'Inmuebles', de: 'Immobilien', fr: 'Immobilier', it: 'Immobili', ko: '부동산' },
  },
  {
    icon: 'car',
    nameNative: 'Транспорт',
    nameEn: 'Vehicles',
    names: { es: 'Vehículos', de: 'Fahrzeuge', fr: 'Véhicules', it: 'Veicoli', ko: '자동차·탈것' },
  },
  {
    icon: 'briefcase',
    nameNative: 'Работа',
    nameEn: 'Jobs',
    names: { es: 'Empleo', de: 'Jobs', fr: 'Emploi', it: 'Lavoro', ko: '일자리' },
  },
  {
    icon: 'tool',
    nameNative: 'Услуги',
    nameEn: 'Services',
    names: { es: 'Servicios', de: 'Dienstleistungen', fr: 'Services', it: 'Servizi', ko: '서비스' },
  },
  {
    icon: 'laptop',
    nameNative: 'Электроника',
    nameEn: 'Electronics',
    names: { es: 'Electrónica', de: 'Elektronik', fr: 'Électronique', it: 'Elettronica', ko: '전자제품' },
  },
  {
    icon: 'plant',
    nameNative: 'Дом и сад',
    nameEn: 'Home & garden',
    names: {
      es: 'Hogar y jardín',
      de: 'Haus & Garten',
      fr: 'Maison et jardin',
      it: 'Casa e giardino',
      ko: '집과 정원',
    },
  },
  {
    icon: 'hanger',
    nameNative: 'Одежда',
    nameEn: 'Clothing',
    names: { es: 'Ropa', de: 'Kleidung', fr: 'Vêtements', it: 'Abbigliamento', ko: '의류' },
  },
  {
    icon: 'stroller',
    nameNative: 'Детям',
    nameEn: 'For kids',
    names: { es: 'Niños', de: 'Für Kinder', fr: 'Enfants', it: 'Bambini', ko: '아동용품' },
  },
  {
    icon: 'palette',
    nameNative: 'Хобби',
    nameEn: 'Hobbies',
    names: { es: 'Aficiones', de: 'Hobby', fr: 'Loisirs', it: 'Hobby', ko: '취미' },
  },
  {
    icon: 'paw',
    nameNative: 'Животные',
    nameEn: 'Animals',
    names: { es: 'Animales', de: 'Tiere', fr: 'Animaux', it: 'Animali', ko: '동물' },
  },
  {
    icon: 'store',
    nameNative: 'Для бизнеса',
    nameEn: 'Business',
    names: { es: 'Negocios', de: 'Gewerbe', fr: 'Professionnels', it: 'Per aziende', ko: '사업용품' },
  },
  {
    icon: 'gift',
    nameNative: 'Отдам даром',
    nameEn: 'Free stuff',
    names: { es: 'Regalo', de: 'Zu verschenken', fr: 'À donner', it: 'In regalo', ko: '무료 나눔' },
  },
];
