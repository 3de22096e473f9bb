import { expect, test } from 'vitest';
import { caseForms, createPlaceNames } from './place-names.ts';

test.each([
  ['казань', ['казани', 'казанью']],
  ['москва', ['москвы', 'москве', 'москву', 'москвой']],
  ['уфа', ['уфы', 'уфе', 'уфу', 'уфой']],
  ['псков', ['пскова', 'пскове']],
  ['ярославль', ['ярославля', 'ярославле']],
  ['орел', ['орле', 'орла']],
  ['иваново', ['иванова', 'иванове', 'иваново']],
  ['химки', ['химках', 'химкам']],
  ['нижний новгород', ['нижнего новгорода', 'нижнем новгороде']],
  ['набережные челны', ['набережных челнах']],
  ['санкт петербург', ['санкт петербурге', 'санкт петербурга']],
  ['ростов на дону', ['ростове на дону']],
  ['улан удэ', ['улан удэ']],
])('«%s» is also written %j', (name, forms) => {
  expect(caseForms(name)).toEqual(expect.arrayContaining(forms));
});

test('names that mean other things, and other cases, need a preposition', () => {
  const city = (id: number, name_native: string) => ({ id, countryId: 1, name_native, name_en: '', names: {} });
  const names = createPlaceNames([city(1, 'Казань'), city(2, 'Орёл'), city(3, 'Санкт-Петербург')]);
  expect(names.get('казань')).toMatchObject({ city: { id: 1 }, isPlain: true });
  expect(names.get('казани')).toMatchObject({ city: { id: 1 }, isPlain: false });
  expect(names.get('орел')).toMatchObject({ city: { id: 2 }, isPlain: false });
  expect(names.get('спб')).toMatchObject({ city: { id: 3 }, isPlain: true });
  expect(names.get('питере')).toMatchObject({ city: { id: 3 }, isPlain: false });
});
