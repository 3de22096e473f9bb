declare module 'virtual:icons' {
  type Words<Name extends string> = Name extends `${infer First}-${infer Rest}`
    ? `${Capitalize<First>}${Words<Rest>}`
    : Capitalize<Name>;
  type Name = keyof typeof import('@iconify-json/tabler/icons.json')['icons'];

  const icons: { [Key in Name as `Icon${Words<Key>}`]: icons.Icon };
  // biome-ignore lint/style/noNamespace: `export =` can have a type beside its value in no other way.
  namespace icons {
    type Icon = import('./create-icon.ts').Icon;
  }
  export = icons;
}
