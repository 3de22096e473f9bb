/** Imported before the product: its clock is wrong by so many milliseconds, as that of a badly kept machine. */
const shift = Number(process.env.DRILL_CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;
const now = (): number => RealDate.now() + shift;

const ShiftedDate: DateConstructor = new Proxy(RealDate, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made === ShiftedDate ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

globalThis.Date = ShiftedDate;
