/** An object whose members are created on first use, so that a process loads only the modules that it uses. */
export function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const members = {} as T;
  for (const name of Object.keys(makers) as (keyof T)[]) {
    const keep = (value: T[typeof name]) =>
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    const get = () => {
      const value = makers[name]();
      keep(value);
      return value;
    };
    Object.defineProperty(members, name, { get, set: keep, enumerable: true, configurable: true });
  }
  return members;
}
