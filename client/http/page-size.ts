const sizes = new WeakMap<object, number>();

/** Notes how many bytes a page of a list came in; its pagination block goes wherever the page does. */
export function noteSize(value: unknown, bytes: number): void {
  const { pagination } = (value ?? {}) as { readonly pagination?: unknown };
  if (typeof pagination === "object" && pagination !== null) sizes.set(pagination, bytes);
}

export const bytesOf = (pagination: object): number => sizes.get(pagination) ?? 0;
