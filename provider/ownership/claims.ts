/**
 * The objects that resources of this process have, by kind: what the engine named in diff, update or delete, and what
 * create made. A claimed object is never adopted by another resource, nor by its own replacement.
 */
export class Claims {
  private readonly objects = new Set<string>();
  /** What a refresh named: the program may not have the resource any more that has the object in state. */
  private readonly seen = new Set<string>();
  /** What a create took that was there before, until the engine asks about it as something that it has. */
  private readonly taken = new Set<string>();
  /** Keys of the resources that the program has and whose object it is; several where one has been renamed. */
  private readonly holders = new Map<string, Set<string>>();

  claim(kind: string, id: string): void {
    this.objects.add(`${kind}/${id}`);
  }

  see(kind: string, id: string): void {
    this.seen.add(`${kind}/${id}`);
  }

  isClaimed(kind: string, id: string): boolean {
    return this.objects.has(`${kind}/${id}`);
  }

  /** The engine knows the object, so that it is not what a lost create made. */
  has(kind: string, id: string): boolean {
    return this.isClaimed(kind, id) || this.seen.has(`${kind}/${id}`);
  }

  take(kind: string, id: string): void {
    this.claim(kind, id);
    this.taken.add(`${kind}/${id}`);
  }

  isJustTaken(kind: string, id: string): boolean {
    return this.taken.has(`${kind}/${id}`);
  }

  confirm(kind: string, id: string): void {
    this.taken.delete(`${kind}/${id}`);
  }

  hold(kind: string, id: string, keys: readonly string[]): void {
    const place = `${kind}/${id}`;
    this.holders.set(place, new Set([...(this.holders.get(place) ?? []), ...keys]));
  }

  /** The keys of the resource of the program that has it, if another one than this has. */
  otherHolder(kind: string, id: string, key: string): readonly string[] | undefined {
    const holders = this.holders.get(`${kind}/${id}`);
    return holders && !holders.has(key) ? [...holders] : undefined;
  }
}
