import type { CategoryIcon } from '@app/contract/reference/reference';
import type { Db } from '../platform/database/tables.ts';
import { type AttributeRule, findAttributes } from '../reference/reference.public.ts';
import type { DemoAd } from './demo-ads.ts';

type DemoAttributeValues = Record<string, string | number>;
type TitlePatterns = readonly (readonly [value: string, sign: RegExp])[];

const PROPERTY: TitlePatterns = [
  ['Комната', /^(комната|спальня)/i],
  ['Квартира', /кварти|студи|апартамент|однушк|двушк|мансард/i],
  ['Участок', /участок|^земля/i],
  ['Гараж', /гараж|машиноместо|кладовая/i],
  ['Коммерческая', /помещение|офис|мастерская|база отдыха/i],
  ['Дом или дача', /дом|дача|коттедж/i],
];
const ROOMS: TitlePatterns = [
  ['Студия', /студия/i],
  ['1', /однокомнатн|однушк/i],
  ['2', /двухкомнатная|двушк/i],
  ['3', /трёхкомнатн/i],
];
const VEHICLES: TitlePatterns = [
  ['Автомобиль', /\d{4} года/],
  ['Велосипед', /велосипед|круизер|сингл-спид|гибрид/i],
  ['Самокат или электротранспорт', /самокат/i],
  ['Прицеп', /прицеп/i],
  ['Аксессуары', /бокс|кресло|багажник|компрессор|чехлы|видеорегистратор/i],
  ['Запчасти и шины', /шин|колёс|колесо|аккумулятор|диск|резина/i],
  ['Мотоцикл или мопед', /мотоцикл|мопед|скутер/i],
  ['Водный транспорт', /лодк|катер|каяк|байдарк|яхт/i],
];
const BICYCLES: TitlePatterns = [
  ['Горный', /горн|хардтейл/i],
  ['Складной', /склад/i],
  ['Шоссейный', /шоссе|гоночн/i],
  ['Детский', /детск/i],
  ['Городской', /город|круизер|гибрид|дорожн|корзин/i],
];
const RUNS = new Set(VEHICLES.map(([kind]) => kind).filter((kind) => !/^(Аксессуары|Запчасти)/.test(kind)));
const ELECTRONICS: TitlePatterns = [
  ['Ноутбук', /ноутбук/i],
  ['Телефон', /телефон|смартфон/i],
  ['Планшет', /планшет/i],
  ['Фото и видео', /камера|объектив|фотоаппарат/i],
  ['Телевизор или аудио', /телевизор|наушник|колонк|проигрыватель|усилител|магнитол/i],
  ['Приставка или игры', /приставк|джойстик/i],
];
const HOME: TitlePatterns = [
  ['Растения и сад', /фикус|драцен|замиокулькас|калате|монстер|пальма|хлорофитум|спатифиллум|растени/i],
  ['Мебель', /кресл|кроват|комод|тумба|гарнитур/i],
  ['Посуда и кухня', /кофевар|мокка|чаш|миска|посуд|кувшин/i],
  ['Текстиль и декор', /лампа|ламп$|ночник|ваз/i],
];
const BROKEN = /ремонт|сломан|хрипит|не хватает|запчасти|нужна|слабо|старого/i;
const USED: readonly CategoryIcon[] = ['laptop', 'plant', 'hanger', 'stroller', 'palette'];
const NEW = /нов(ый|ая|ое)|без царапин|сшито на заказ/i;
const RENT_UNDER_ROUBLES = 60_000;

export function demoAttributes({ category, title, priceRoubles, kind }: DemoAd): DemoAttributeValues {
  const attributes: DemoAttributeValues = {};
  // What is wanted is in no state yet.
  if (kind === 'buy') return attributes;
  const addMatch = (name: string, signs: TitlePatterns): void => {
    const [value] = signs.find(([, sign]) => sign.test(title)) ?? [];
    if (value !== undefined) attributes[name] = value;
  };
  if (category === 'building') {
    addMatch('Вид объекта', PROPERTY);
    if (attributes['Вид объекта'] === 'Квартира') addMatch('Комнат', ROOMS);
    const byTheDay = /посуточно|сутки|выходные/i.test(title);
    attributes.Сделка = byTheDay ? 'Посуточно' : priceRoubles < RENT_UNDER_ROUBLES ? 'Аренда надолго' : 'Продажа';
    const area = /(\d+(?:,\d+)?) м²/.exec(title)?.[1];
    if (area !== undefined) attributes.Площадь = Number(area.replace(',', '.'));
  }
  if (category === 'car') {
    addMatch('Вид', VEHICLES);
    const year = /(\d{4}) года/.exec(title)?.[1];
    if (year !== undefined) attributes['Год выпуска'] = Number(year);
    if (attributes.Вид === 'Автомобиль')
      attributes['Коробка передач'] = /автомат/i.test(title) ? 'Автомат' : 'Механика';
    if (attributes.Вид === 'Велосипед') {
      addMatch('Тип велосипеда', BICYCLES);
      const frame = /рама (XS|S|M|L|XL)\b/.exec(title)?.[1];
      if (frame !== undefined) attributes['Размер рамы'] = frame;
      const wheels = /(\d\d(?:,5)?)(?:″| дюйм)/.exec(title)?.[1];
      if (wheels !== undefined) attributes['Диаметр колёс'] = `${wheels}″`;
    }
    if (RUNS.has(String(attributes.Вид))) attributes.Состояние = 'На ходу';
  }
  if (category === 'laptop') addMatch('Вид', ELECTRONICS);
  if (category === 'plant') addMatch('Вид', HOME);
  if (BROKEN.test(title) && [...USED, 'gift'].includes(category)) attributes.Состояние = 'Требует ремонта';
  else if (USED.includes(category) && attributes.Вид !== 'Растения и сад')
    attributes.Состояние = NEW.test(title) ? 'Как новое' : 'Хорошее';
  return attributes;
}

export async function resolveDemoAttributes(
  db: Db,
  categoryIds: readonly number[],
): Promise<(categoryId: number, attributes: DemoAttributeValues) => Record<string, number>> {
  const lists = await Promise.all(
    [...new Set(categoryIds)].map(async (id) => [id, await findAttributes(db, id)] as const),
  );
  const rules = new Map(lists);
  return (categoryId, attributes) => {
    const values = Object.entries(attributes).flatMap(([name, value]) => {
      const rule = rules.get(categoryId)?.find((candidate) => candidate.name === name);
      const stored = rule && storedValue(rule, value);
      return rule && stored !== undefined ? [[rule.id, stored]] : [];
    });
    return Object.fromEntries(values);
  };
}

function storedValue({ kind, choices }: AttributeRule, value: string | number): number | undefined {
  if (kind === 'number') return Number(value);
  return choices.find(({ name }) => name === value)?.id;
}
