/**
 * The objects that resources of this process own, by kind: what the engine named in read, diff, update or delete, and
 * what create made. An owned object is never adopted by another resource, nor by its own replacement.
 */
export class Owned {
  private readonly objects = new Set<string>();

  claim(kind: string, id: string): void {
    this.objects.add(`${kind}/${id}`);
  }

  has(kind: string, id: string): boolean {
    return this.objects.has(`${kind}/${id}`);
  }
}
