/**
 * An object whose members are made when they are first asked for. What is large to load is loaded by its maker: a process
 * waits for what it uses and for nothing else.
 */
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
