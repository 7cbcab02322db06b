/** A member of the object itself, whatever its name: a variable of a user's may be called `constructor`. */
export const ownMember = <Member>(of: Readonly<Record<string, Member>>, name: string): Member | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;
