import { existsSync } from 'node:fs';
import path from 'node:path';
import { AD_DESCRIPTION_MAX, AD_PHOTOS_MAX, AD_TITLE_MAX } from '@app/contract/market/ads';
import { CATEGORY_ICONS } from '@app/contract/reference/reference';
import { expect, test } from 'vitest';
import { ATTRIBUTES, CITIES } from '../reference/seed/seed-data.ts';
import { demoAds } from './demo-ads.ts';
import { demoAttributes } from './demo-attributes.ts';
import { demoCircle } from './demo-circle.ts';
import { demoDistrict } from './demo-districts.ts';
import { demoPeople } from './demo-people.ts';

const people = demoPeople();
const ads = demoAds();
const hasPicture = (name: string) => existsSync(path.join(import.meta.dirname, 'pictures', `${name}.webp`));
const isKnownCity = (iso: string, city: string) => CITIES.some((one) => one.iso === iso && one.nameEn === city);

test('the demonstration is the same in every run', () => {
  expect(demoAds()).toEqual(ads);
  expect(demoPeople()).toEqual(people);
});

test('more than forty people live in eight Russian cities and more, and abroad', () => {
  expect(people.length).toBeGreaterThan(40);
  expect(
    new Set(people.filter(({ countryIso }) => countryIso === 'RU').map(({ city }) => city)).size,
  ).toBeGreaterThanOrEqual(8);
  expect(people.some(({ countryIso }) => countryIso !== 'RU')).toBe(true);
  for (const { countryIso, city } of people) expect(isKnownCity(countryIso, city), city).toBe(true);
});

test('people can be told apart and reach nobody real', () => {
  const unique = (values: string[]) => new Set(values).size === people.length;
  expect(unique(people.map(({ login }) => login))).toBe(true);
  expect(unique(people.map(({ phoneNational }) => phoneNational))).toBe(true);
  expect(unique(people.map(({ referralCode }) => referralCode))).toBe(true);
  for (const { email, phoneNational, referralCode, avatar } of people) {
    expect(email).toMatch(/@example\.com$/);
    expect(phoneNational).toMatch(/^000\d{6,7}$/);
    expect(referralCode).toMatch(/^[2-9A-HJ-NP-Z]{4,20}$/);
    expect(avatar === null || hasPicture(avatar)).toBe(true);
  }
});

test('about half of the people are subscribers, Igor no longer', () => {
  const subscribers = people.filter(({ paidForDays }) => (paidForDays ?? 0) > 0);
  expect(subscribers.length / people.length).toBeGreaterThan(0.4);
  expect(subscribers.length / people.length).toBeLessThan(0.7);
  expect(people.find(({ login }) => login === 'anna')?.paidForDays).toBeGreaterThan(0);
  expect(people.find(({ login }) => login === 'igor')?.paidForDays).toBeLessThan(0);
});

test('everybody has friends, nobody is asked who is a friend already, and relatives are friends', () => {
  const { friendships, relatives, requests } = demoCircle();
  expect(demoCircle().friendships).toEqual(friendships);
  const pairs = friendships.map(({ between }) => [...between].sort().join(' '));
  expect(new Set(pairs).size).toBe(pairs.length);
  const logins = new Set(people.map(({ login }) => login));
  const befriended = new Set(friendships.flatMap(({ between }) => between));
  expect(befriended).toEqual(logins);
  for (const { from, to } of requests) {
    expect(logins.has(from) && logins.has(to)).toBe(true);
    expect(pairs).not.toContain([from, to].sort().join(' '));
  }
  for (const { person, relative } of relatives) expect(pairs).toContain([person, relative].sort().join(' '));
});

test('there are several hundred ads, at least twenty in every category', () => {
  expect(ads.length).toBeGreaterThanOrEqual(420);
  for (const icon of CATEGORY_ICONS) {
    expect(ads.filter(({ category }) => category === icon).length, icon).toBeGreaterThanOrEqual(20);
  }
});

test('no two ads have the same title, and every text fits its limit', () => {
  expect(new Set(ads.map(({ title }) => title.toLowerCase())).size).toBe(ads.length);
  for (const { title, description } of ads) {
    expect(title.length).toBeLessThanOrEqual(AD_TITLE_MAX);
    expect(description.length).toBeLessThanOrEqual(AD_DESCRIPTION_MAX);
    expect(description.split(/[.!?](?:\s|$)/).filter(Boolean).length, description).toBeGreaterThanOrEqual(3);
  }
});

test('ads belong to people who subscribe or did, in cities that exist', () => {
  const sellers = new Set(people.filter(({ paidForDays }) => paidForDays !== null).map(({ login }) => login));
  for (const { ownerLogin, countryIso, city } of ads) {
    expect(sellers.has(ownerLogin), ownerLogin).toBe(true);
    expect(isKnownCity(countryIso, city), city).toBe(true);
  }
});

test('most ads show pictures, three at most, and neighbours do not show the same one', () => {
  const pictured = ads.filter(({ photos }) => photos.length > 0);
  expect(pictured.length / ads.length).toBeGreaterThan(0.7);
  for (const { photos } of pictured) {
    expect(photos.length).toBeLessThanOrEqual(AD_PHOTOS_MAX);
    expect(photos.every(hasPicture), photos.join()).toBe(true);
  }
  const firstPage = ads.slice(0, 12).map(({ photos }) => photos[0]);
  expect(new Set(firstPage).size).toBe(12);
  const sameAsBefore = ads.filter(
    ({ photos: [cover] }, index) => cover !== undefined && cover === ads[index - 1]?.photos[0],
  );
  expect(sameAsBefore.length).toBeLessThan(5);
});

test('the ads spread over sixty days, each at a moment of its own, newest first', () => {
  for (const [index, { ageMinutes }] of ads.entries())
    expect(ageMinutes).toBeGreaterThan(ads[index - 1]?.ageMinutes ?? 0);
  expect(ads.at(-1)?.ageMinutes).toBeGreaterThan(55 * 24 * 60);
  expect(ads.at(-1)?.ageMinutes).toBeLessThanOrEqual(61 * 24 * 60);
});

test('ads say what their category asks for, in words that the form knows', () => {
  const said = ads.map((ad) => ({ ad, values: Object.entries(demoAttributes(ad)) }));
  expect(said.filter(({ values }) => values.length > 0).length).toBeGreaterThan(150);
  for (const { ad, values } of said) {
    for (const [name, value] of values) {
      const attribute = ATTRIBUTES[ad.category].find((one) => one.name[0] === name);
      expect(attribute, `${ad.title}: ${name}`).toBeDefined();
      const known = attribute?.choices?.map(([choice]) => choice) ?? [];
      expect(typeof value === 'number' || known.includes(value), `${ad.title}: ${value}`).toBe(true);
    }
  }
});

test('every kind of transport but lorries is offered, with its condition, and cars with their gearbox', () => {
  const vehicles = ads.filter(({ category }) => category === 'car').map(demoAttributes);
  const kinds = (ATTRIBUTES.car[0]?.choices ?? []).map(([kind]) => kind);
  expect(kinds.filter((kind) => !vehicles.some(({ Вид }) => Вид === kind))).toEqual(['Грузовик или спецтехника']);
  expect(vehicles.filter(({ Вид }) => Вид === 'Велосипед').length).toBeGreaterThan(10);
  expect(vehicles.filter(({ Вид }) => Вид === undefined)).toEqual([]);
  expect(new Set(vehicles.map((values) => values['Коробка передач']))).toEqual(
    new Set(['Автомат', 'Механика', undefined]),
  );
  expect(vehicles.some(({ Состояние }) => Состояние === 'На ходу')).toBe(true);
});

test('ads of one city are in many districts, and some do not say where', () => {
  const inKazan = ads.filter(({ city }) => city === 'Kazan').map(demoDistrict);
  expect(new Set(inKazan).size).toBe(7);
  expect(inKazan.filter((district) => district === '').length / inKazan.length).toBeLessThan(0.5);
});
