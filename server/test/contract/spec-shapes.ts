import { expect } from 'vitest';

const text = expect.any(String);
const number = expect.any(Number);
const list = expect.any(Array);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const bit = expect.toSatisfy((value: unknown) => value === 0 || value === 1, 'is 0 or 1');
const photo = expect.toSatisfy(
  (value: unknown) => value === null || typeof value === 'string',
  'is an address or null',
);
const named = expect.toSatisfy(
  (value: unknown) => value === null || (isRecord(value) && typeof value.id === 'number' && 'name_native' in value),
  'is null or has id and name_native',
);
const reference = { id: number, name_en: text, name_native: text };
const person = { id: number, firstname: text, lastname: text, photo };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const SHAPES = {
  user: {
    ...person,
    middlename: text,
    position: text,
    description: text,
    location: { country: named, city: named },
    payed: bit,
    friendship: expect.stringMatching(/^(|request|friend)$/),
    allow_to_call: bit,
  },
  foundUser: { ...person, position: text },
  board: {
    board_id: number,
    board_user_id: number,
    board_title: text,
    board_description: text,
    board_price: number,
    board_photos: list,
    category: named,
    country: named,
    city: named,
    board_enabled: bit,
    board_date_create: moment,
    owner_firstname: text,
    owner_lastname: text,
    owner_photo: photo,
    owner_phone: text,
    comments: number,
    board_external: bit,
  },
  boardPhoto: { id: number, src: expect.stringMatching(/^\/media\//) },
  comment: { id: number, user: expect.objectContaining(person), message: text, rating: number, timestamp: moment },
  complaint: { id: number, user_name: text, complain_name: text, board_name: text, message: text },
  feedback: { user_id: number, user_name: text, email: text, message: text },
  notification: {
    text,
    message: text,
    timestamp: moment,
    read: bit,
    meta: expect.objectContaining({ user: expect.objectContaining(person) }),
  },
  category: reference,
  country: { ...reference, phone_code: text },
  city: { ...reference, country: number },
} as const;

export const REFUSAL = { message: expect.stringMatching(/./), code: expect.stringMatching(/^[a-z_]+$/) };
