/**
 * The objects that resources of this process own, by kind: what the engine named in read, diff, update or delete, and
 * what create made. An owned object is never adopted by another resource, nor by its own replacement.
 */
export class Owned {
  private readonly owners = new Map<string, string | undefined>();

  /** Says that the resource `key` owns the object; without a key, that some resource does. */
  claim(kind: string, id: string, key?: string): void {
    const place = `${kind}/${id}`;
    this.owners.set(place, key ?? this.owners.get(place));
  }

  has(kind: string, id: string): boolean {
    return this.owners.has(`${kind}/${id}`);
  }

  /** The resource that owns the object, as far as known. */
  owner(kind: string, id: string): string | undefined {
    return this.owners.get(`${kind}/${id}`);
  }
}
