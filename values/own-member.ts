/** An object's own member, under any name: a user's variable may be called `constructor`. */
export const ownMember = <Member>(of: Readonly<Record<string, Member>>, name: string): Member | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;
